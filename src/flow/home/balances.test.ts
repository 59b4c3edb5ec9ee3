import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExplorerServer, startExplorerServer } from '../../../test/chain/explorerServer';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { openModule } from '../../../test/wallet/openModule';
import { openPage } from '../../../test/wallet/openPage';
import { sayEnglish } from '../../../test/wallet/sayEnglish';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';
import { sendParts } from '../../ui/home/send';
import { getLinkName, homeParts } from '../../ui/home/view';
import { readAmount } from '../../ui/text/amounts';
import { createStoredAccount } from '../accounts/account';

const chainId = chainIds.mainnet;
const [account] = storedAccounts(chainId, 1);
const STRK = knownTokens.STRK.address;

let node: TrialNode;
let prices: ExplorerServer;
beforeEach(async () => {
  node = await startTrialNode();
  node.says.instead.starknet_chainId = () => ({ result: chainId });
  prices = await startExplorerServer(() => ({
    body: [{ address: STRK, globalMarket: { usd: 0.25 } }],
  }));
});
afterEach(() => Promise.all([node.stop(), prices.stop()]));

const open = (stored: object = {}) =>
  openPage({
    mainnetUrl: node.url,
    priceUrl: prices.url,
    stored: { plain: { network: chainId, accounts: { [chainId]: [account] }, ...stored } },
  });

const abs = (difference: bigint) => (difference < 0n ? -difference : difference);

describe('what the accounts have', () => {
  it('shows the balances last read at once, and when, without any HTTP', async () => {
    const last = { readAt: 1_700_000_000_000, of: { [account?.address ?? '']: { [STRK]: '0x5' } } };
    const { now } = open({ balances: { [chainId]: last } });
    expect(await now()).toContain('0.000000000000000005');
    expect(await now()).toMatch(/As of 1[45] Nov 2023/u);
    expect(node.calls).toEqual([]);
  });

  it('reads balances anew, keeps them, and shows them again if the node is down', async () => {
    const { refresh, now, press, module } = open();
    await refresh();
    expect(await now()).toContain('"100"');
    expect(await now()).not.toContain('As of');
    await node.stop();
    await press(getLinkName('main'));
    expect(await now()).toContain('"100"');
    expect(await now()).toMatch(/As of .*Balances are not available/u);
    expect((await module.balances.last(chainId)).readAt).toBeGreaterThan(0);
  }, 20_000);

  it('asks for the accounts in sight alone, and for others once they are turned to', async () => {
    const { module } = openModule();
    const keys = await module.keys.publicKeys([...Array(8).keys()], async () => undefined, 'key');
    const all = keys.map((publicKey, addressIndex) =>
      createStoredAccount({ chainId, addressIndex, publicKey, addressClass: 'argent040' }),
    );
    const addresses = all.map(({ address }) => address);
    const page = open({ accounts: { [chainId]: all } });
    const read = async () => Object.keys((await page.module.balances.last(chainId)).of);
    await page.refresh();
    expect(await read()).toEqual(addresses.slice(0, 6));
    await page.press(`${homeParts.turn}1`);
    expect(await read()).toEqual([addresses[0], ...addresses.slice(6)]);
  }, 20_000);

  it('shows no more of a balance than can be sent, in whichever part of the page', async () => {
    for (const units of [
      987_488_999_999_999_999_999_999n,
      1_999_999_999_999_999_999n,
      999_999_999_999n,
    ]) {
      node.says.balance = units;
      const { refresh, now, press, fillIn } = open();
      const separators = { point: '.', thousands: ',' };
      await refresh();
      const pages = [await now()];
      for (const part of ['tokens', 'send'] as const) {
        await press(getLinkName(part));
        pages.push(await now());
      }
      const drawn = pages.map((page) => page.match(/≈ [\d.,]+/gu) ?? []);
      for (const text of drawn.flat()) {
        const read = readAmount(text, { decimals: 18, unit: 'STRK', separators });
        if (read.kind !== 'amount') throw new Error(`${text} is no amount.`);
        const limits = [6, 8, 18].map((decimals) => units * 10n ** BigInt(18 - decimals));
        const [nearest = 0n] = limits.sort((a, b) =>
          Number(abs(a - read.amount) - abs(b - read.amount)),
        );
        expect(read.amount).toBeLessThanOrEqual(nearest);
      }
      expect(drawn.every((texts) => texts.length > 0)).toBe(true);
      await fillIn(sendParts.amount, drawn.flat()[0]);
      expect(await now()).not.toContain('That is more than you have.');
    }
  });

  it('counts balances together in money only if the user has turned prices on', async () => {
    const off = open();
    await off.refresh();
    expect(await off.now()).not.toMatch(/\d USD"/u);
    expect(prices.asked).toEqual([]);
    const on = open({ prices: 'avnu' });
    await on.refresh();
    expect(await on.now()).toMatch(/"25\.00 USD".*without \d+ tokens that have no price/u);
    await on.press(getLinkName('send'));
    await on.fillIn(sendParts.amount, '2');
    expect(await on.now()).toContain('About 0.50 USD');
  });

  it('values each token on the page of tokens if the user has turned prices on', async () => {
    const off = open();
    await off.press(getLinkName('tokens'));
    expect(await off.now()).not.toMatch(/\d USD"/u);
    const on = open({ prices: 'avnu' });
    await on.press(getLinkName('tokens'));
    expect(await on.now()).toMatch(/"100".*"25\.00 USD"/u);
    expect(await on.now()).not.toContain(sayEnglish('home.noPrices'));
  });

  it('says that the price source does not answer', async () => {
    prices.answer(() => ({ status: 500 }));
    const on = open({ prices: 'avnu' });
    await on.refresh();
    expect(await on.now()).toContain(sayEnglish('home.noPrices'));
    await on.press(getLinkName('tokens'));
    expect(await on.now()).toContain(sayEnglish('home.noPrices'));
  });

  it('sends by an amount in money if prices are on, and shows it in the token', async () => {
    const { press, fillIn, now, module } = open({ prices: 'avnu' });
    const fields = () =>
      module.dialogs.formState('interface-0', sendParts.form) as Promise<Record<string, string>>;
    await press(getLinkName('send'));
    await fillIn(sendParts.amount, '2.123456789');
    await press(sendParts.unit);
    expect(await fields()).toMatchObject({ amount: '0.53' });
    expect(await now()).toContain('At today’s price, 2.12 STRK');
    await press(sendParts.unit);
    expect(await fields()).toMatchObject({ amount: '2.123456789' });
    expect(await now()).toContain('About 0.53 USD');
    await press(sendParts.unit);
    await fillIn(sendParts.token, knownTokens.ETH.address);
    await press(sendParts.unit);
    expect(await fields()).toMatchObject({ amount: '' });
    await fillIn(sendParts.token, STRK);
    await press(sendParts.unit);
    await fillIn(sendParts.amount, '3');
    expect(await now()).toContain('At today’s price, 12 STRK');
    await fillIn(sendParts.amount, '26');
    expect(await now()).toContain('That is more than you have.');
    await fillIn(sendParts.token, knownTokens.ETH.address);
    expect(await now()).toContain('ETH has no price now.');
    await press(sendParts.unit);
    expect(await fields()).toMatchObject({ amount: '' });
    expect(await now()).not.toContain('Enter in');
  });

  it('offers no amount in money if prices are off', async () => {
    const { press, fillIn, now } = open();
    await press(getLinkName('send'));
    await fillIn(sendParts.amount, '2');
    expect(await now()).not.toContain('Enter in');
    expect(prices.asked).toEqual([]);
  });
});
