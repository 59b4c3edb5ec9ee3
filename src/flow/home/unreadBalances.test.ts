import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExplorerServer, startExplorerServer } from '../../../test/chain/explorerServer';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { openPage } from '../../../test/wallet/openPage';
import { friend, sendingAccounts } from '../../../test/wallet/openSend';
import { sayEnglish } from '../../../test/wallet/sayEnglish';
import { sepolia } from '../../networks/sepolia';
import { chainIds, sameFelt } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { isFeeToken, knownTokens, uint256Felts } from '../../starknet/tokens/erc20';
import { sendParts } from '../../ui/home/send';
import { severalParts } from '../../ui/home/several';
import { getLinkName } from '../../ui/home/view';
import { fetchTotal } from './balances';

const chainId = chainIds.sepolia;
const [account] = sendingAccounts;
const address = account?.address ?? '';
const ADDED = toAddress('0xadded');
const tokens = { ETH: knownTokens.ETH.address, USDC: sepolia.tokens.USDC.address, ADD: ADDED };
type Ticker = keyof typeof tokens;
const symbols = Object.keys(tokens) as Ticker[]; // The keys are the symbols.
/** Every choice of them. */
const subsets = [...Array(2 ** symbols.length).keys()].map((choice) =>
  symbols.filter((_, place) => Math.floor(choice / 2 ** place) % 2 === 1),
);

let node: TrialNode;
let prices: ExplorerServer;
let silentTokens: readonly string[];
type Asked = { request: { contract_address: string } };
beforeEach(async () => {
  silentTokens = [];
  node = await startTrialNode();
  // Nobody has anything but STRK.
  node.says.instead.starknet_call = ({ request: { contract_address } }: Asked) => {
    if (silentTokens.some((token) => sameFelt(token, contract_address)))
      return { error: { code: -32603, message: 'Internal error' } };
    return { result: uint256Felts(isFeeToken(toAddress(contract_address)) ? 10n ** 18n : 0n) };
  };
  prices = await startExplorerServer(() => ({
    body: [{ address: knownTokens.STRK.address, globalMarket: { usd: 0.25 } }],
  }));
});
afterEach(() => Promise.all([node.stop(), prices.stop()]));

async function open() {
  const page = openPage({
    sepoliaUrl: node.url,
    priceUrl: prices.url,
    stored: { plain: { accounts: { [chainId]: [account] }, prices: 'avnu' } },
  });
  const added = { address: ADDED, name: 'Added', symbol: 'ADD', decimals: 2 };
  await page.module.tokens.save(chainId, added);
  await page.module.watchedAddresses.save(chainId, { address: friend, name: 'Cold' });
  await page.refresh();
  const countDashes = async () => (await page.now()).match(/"–"/gu)?.length ?? 0;
  const amountIn = async (form: string) => {
    const fields = await page.module.dialogs.formState('interface-0', form);
    return (fields as Record<string, string> | null)?.amount;
  };
  return { ...page, countDashes, amountIn };
}

const zeroOf = (symbol: Ticker) =>
  sayEnglish('home.send.have', { amount: `0 ${symbol}` }).replace(/\.$/u, '');

describe('a balance that was not read', () => {
  // @promise P13.1
  it.each(subsets.map((failing) => ({ failing, names: failing.join(', ') || 'all answer' })))(
    'appears as such wherever balances are: $names',
    async ({ failing }) => {
      silentTokens = failing.map((symbol) => tokens[symbol]);
      const page = await open();
      expect(await page.countDashes()).toBe(silentTokens.length);
      expect(await fetchTotal(page.module, chainId, address)).toMatchObject({
        unreadCount: silentTokens.length,
      });
      await page.press(getLinkName('tokens', address));
      expect(await page.countDashes()).toBe(silentTokens.length);
      await page.press(getLinkName('watchedAddress', friend));
      expect(await page.countDashes()).toBe(silentTokens.length);
      for (const [part, field] of [
        ['send', sendParts.token],
        ['several', severalParts.token],
      ] as const) {
        await page.press(getLinkName(part));
        for (const symbol of symbols) {
          await page.fillIn(field, tokens[symbol]);
          const isRead = !silentTokens.includes(tokens[symbol]);
          expect((await page.now()).includes(zeroOf(symbol))).toBe(isRead);
          expect((await page.now()).includes(sayEnglish('home.send.unread'))).toBe(!isRead);
        }
      }
    },
  );

  it('stays out of what Max puts in, even if it was read before', async () => {
    const page = await open();
    for (const symbol of symbols) {
      silentTokens = [];
      await page.press(getLinkName('send'));
      await page.fillIn(sendParts.token, tokens[symbol]);
      silentTokens = [tokens[symbol]];
      await page.press(sendParts.max);
      expect(await page.amountIn(sendParts.form)).toBeFalsy();
      expect(await page.now()).toMatch(/"title":"Send","severity":"danger"/u);
    }
  });
});
