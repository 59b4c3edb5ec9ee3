import type { Outcome, StarknetNode } from '../../remote/starknet/node';
import { sameFelt } from '../../schema/primitives';
import { parseUint256, uint256Felts } from '../../starknet/tokens/erc20';
import type { Received } from '../../state/received';
import type { PieceLine } from '../../ui/home/tokens';
import type { HomeView } from '../../ui/home/view';
import { type Label, say } from '../../ui/text/words';
import { view } from '../chain/batchTogether';
import { sendTransaction } from '../send/send';
import { createAccountFacts } from './accounts';
import { readAddress } from './contacts';
import { notTaken, readText } from './form';
import type { OpenPage } from './part';
import { request, sentRecord } from './request';

/** Functions that say whose a piece is, each with the one that sends it in the same spelling. */
const owners = { owner_of: 'transfer_from', ownerOf: 'transferFrom' } as const;
const balances = ['balance_of', 'balanceOf'] as const;

/** Names a piece in the view of the page: contract, number, and the function that sends it. */
const keyOf = ({ contract, tokenId }: Received, entrypoint: string): string =>
  [contract, tokenId, entrypoint].join('.');

function readKey(key: string): PieceLine {
  const [contract = '', id = '', entrypoint = ''] = key.split('.');
  return { key, contract, id, canSend: entrypoint !== '' };
}

/** Pieces that are the account's, as its view of the page says. */
export const pieceFacts = ({ pieces = '' }: HomeView['draft']): PieceLine[] =>
  pieces.split(' ').filter(Boolean).map(readKey);

/**
 * Asks the contracts of received pieces which ones are still the account's.
 * @returns their keys, for the view of the page
 */
export async function fetchOwnPieces(
  node: Pick<StarknetNode, 'batch'>,
  account: string,
  received: readonly Received[],
): Promise<string> {
  const pieces = received.filter(({ standard }) => standard !== 'erc20');
  const answers = await node.batch(pieces.flatMap((piece) => callsOf(piece, account)));
  const keys = pieces.flatMap((piece, index) => {
    const [snake, camel] = [answers[2 * index], answers[2 * index + 1]];
    if (piece.standard === 'erc1155') return [snake, camel].some(isSome) ? [keyOf(piece, '')] : [];
    if (isOwner(snake, account)) return [keyOf(piece, owners.owner_of)];
    if (isOwner(camel, account)) return [keyOf(piece, owners.ownerOf)];
    return [];
  });
  return keys.join(' ');
}

function callsOf({ contract, standard, tokenId }: Received, account: string) {
  const id = uint256Felts(BigInt(tokenId ?? 0));
  if (standard === 'erc1155') return balances.map((name) => view(contract, name, [account, ...id]));
  return Object.keys(owners).map((name) => view(contract, name, id));
}

type Answer = Outcome<readonly string[]> | undefined;

const isOwner = (answer: Answer, account: string): boolean => {
  const [owner] = answer?.ok && answer.value.length === 1 ? answer.value : [];
  return owner !== undefined && sameFelt(owner, account);
};

const isSome = (answer: Answer): boolean =>
  answer?.ok === true && (parseUint256(answer.value) ?? 0n) > 0n;

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
  const call = {
    contractAddress: piece.contract,
    entrypoint: key.slice(key.lastIndexOf('.') + 1),
    calldata: [account.address, to, ...uint256Felts(BigInt(piece.id))],
  };
  const action = { method: 'xnet_executeTxn', title: 'home.send' } as const;
  await request(
    page,
    action,
    (context, onPage) => sendTransaction(onPage, { context, account, calls: [call], details: {} }),
    (hashes) => sentRecord(page, hashes),
  );
}
