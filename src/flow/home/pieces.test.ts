import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { openPage } from '../../../test/wallet/openPage';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds, sameFelt } from '../../schema/primitives';
import { toAddress, toHex } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { knownTokens, uint256Felts } from '../../starknet/tokens/erc20';
import type { Received } from '../../state/received';
import { tokenParts } from '../../ui/home/tokens';
import { getLinkName } from '../../ui/home/view';

const chainId = chainIds.sepolia;
const accounts = storedAccounts(chainId, 1).map((one) => ({
  ...one,
  deployment: 'deployed' as const,
}));
const [one = ''] = accounts.map(({ address }) => address);
const COLLECTION = toAddress('0x3333');
const FRIEND = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';

const piece = (id: number, changes: Partial<Received> = {}): Received => ({
  contract: COLLECTION,
  standard: 'erc721',
  tokenId: String(id),
  block: 7,
  isOwn: false,
  ...changes,
});

let node: TrialNode;
let owner = one;
/** The function by which the collection says whose a piece is. */
let ownerFunction = 'owner_of';
type Asked = { request: { entry_point_selector: string; calldata: string[] } };
beforeEach(async () => {
  [owner, ownerFunction] = [one, 'owner_of'];
  node = await startTrialNode();
  node.says.instead.starknet_call = ({ request }: Asked) => {
    const isAsked = (name: string) => sameFelt(request.entry_point_selector, getSelector(name));
    if (isAsked(ownerFunction)) return { result: [owner] };
    const isPieces = request.calldata.length === 3;
    if (isPieces) return { result: uint256Felts(BigInt(request.calldata[1] ?? 0) - 8n) };
    if (isAsked('balance_of') || isAsked('balanceOf'))
      return { result: uint256Felts(2n * 10n ** 18n) };
    return { error: { code: 21, message: 'Entry point not found' } };
  };
});
afterEach(() => node.stop());

async function open(received: readonly Received[]) {
  const page = openPage({
    sepoliaUrl: node.url,
    stored: { plain: { version: 1, accounts: { [chainId]: accounts } } },
  });
  await page.module.found.addReceived(chainId, one, received);
  const look = () => page.press(getLinkName('tokens', one));
  const send = (key: string, to: string) =>
    page.input({ type: 'FormSubmitEvent', name: `${tokenParts.send}${key}`, value: { to } });
  return { ...page, look, send };
}

describe('the pieces of an account', () => {
  it('lists those that their contracts say are its own, in the request of the balances', async () => {
    const page = await open([
      piece(7),
      piece(8, { standard: 'erc1155' }),
      piece(9, { standard: 'erc1155' }),
    ]);
    await page.look();
    await page.look();
    node.seen.length = 0;
    await page.look();
    expect(node.seen).toHaveLength(1);
    expect(await page.now()).toMatch(/NFTs.*NFT number 7.*NFT number 9/su);
    expect(await page.now()).not.toContain('NFT number 8');
    expect(await page.now()).not.toContain('Send number 9');
    owner = FRIEND;
    await page.look();
    expect(await page.now()).not.toContain('NFT number 7');
  });

  it.each([
    ['owner_of', 'transfer_from'],
    ['ownerOf', 'transferFrom'],
  ])('sends one of a contract with %s by %s, after a review', async (name, entrypoint) => {
    ownerFunction = name;
    const page = await open([piece(7)]);
    const key = `${COLLECTION}.7.${entrypoint}`;
    await page.look();
    await page.press(`${tokenParts.unfold}${key}`);
    await page.send(key, FRIEND);
    expect(page.dialogs).toHaveLength(1);
    expect(node.sent).toHaveLength(1);
    expect(JSON.stringify(node.sent)).toContain(getSelector(entrypoint));
    const [sent] = node.sent;
    const calldata = sent && 'calldata' in sent ? sent.calldata : [];
    expect(calldata.slice(-4).map((felt) => toHex(BigInt(felt)))).toEqual(
      [one, FRIEND, '0x7', '0x0'].map((felt) => toHex(BigInt(felt))),
    );
  });

  it('refuses what is no address, a token, and a piece that is not listed', async () => {
    const page = await open([piece(7)]);
    const key = `${COLLECTION}.7.transfer_from`;
    await page.look();
    for (const to of ['', 'nobody', '0x12', COLLECTION, knownTokens.STRK.address])
      await page.send(key, to);
    await page.send(`${COLLECTION}.8.transfer_from`, FRIEND);
    await page.send(`${COLLECTION}.7.approve`, FRIEND);
    expect(page.dialogs).toEqual([]);
    expect(node.sent).toEqual([]);
  });
});
