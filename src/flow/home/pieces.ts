import { sameFelt } from '../../schema/primitives';
import type { PieceLine } from '../../ui/home/tokens';
import type { HomeView } from '../../ui/home/view';
import { type Label, say } from '../../ui/text/words';
import { sendTransaction } from '../send/send';
import { createPieceTransfer, type OwnPiece } from '../tokens/pieces';
import { createAccountFacts } from './accounts';
import { readAddress } from './contacts';
import { notTaken, readText } from './form';
import type { OpenPage } from './part';
import { request, sentRecord } from './request';

/** Names a piece in the view of the page: contract, number, and the function by which the page sends it. */
const keyOf = ({ contract, id, standard, entrypoint }: OwnPiece): string =>
  [contract, id, standard === 'erc721' ? entrypoint : ''].join('.');

/** The names of pieces, for the view of the page. */
export const listKeys = (pieces: readonly OwnPiece[]): string => pieces.map(keyOf).join(' ');

function readKey(key: string): PieceLine {
  const [contract = '', id = '', entrypoint = ''] = key.split('.');
  return { key, contract, id, canSend: entrypoint !== '' };
}

/** Pieces that are the account's, as its view of the page says. */
export const pieceFacts = ({ pieces = '' }: HomeView['draft']): PieceLine[] =>
  pieces.split(' ').filter(Boolean).map(readKey);

/** Sends a piece that the page lists, after the review that a site's request has. */
export async function sendPiece(page: OpenPage, key: string, value: unknown): Promise<void> {
  const {
    module,
    view: { chainId, about, draft },
    conclude,
  } = page;
  const piece = pieceFacts(draft).find((one) => one.key === key);
  const facts = await createAccountFacts(module, chainId, about);
  if (!piece?.canSend || !facts) return;
  const { address: to, fault } = await readAddress(page, readText(value, 'to') ?? '');
  const refuse = (text: Label) => conclude({}, { notice: notTaken(text) });
  if (to === undefined) return void (await refuse(fault));
  if (sameFelt(to, piece.contract)) return void (await refuse(say('home.send.isSomeToken')));
  const account = await module.accounts.get(chainId, facts.address);
  const call = createPieceTransfer(
    {
      contract: piece.contract,
      id: BigInt(piece.id),
      standard: 'erc721',
      amount: 1n,
      entrypoint: key.slice(key.lastIndexOf('.') + 1),
    },
    account.address,
    to,
  );
  const action = { method: 'xnet_executeTxn', title: 'home.send' } as const;
  await request(
    page,
    action,
    (context, onPage) => sendTransaction(onPage, { context, account, calls: [call], details: {} }),
    (hashes) => sentRecord(page, hashes),
  );
}
