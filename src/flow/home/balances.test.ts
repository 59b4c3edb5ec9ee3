import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExplorerServer, startExplorerServer } from '../../../test/chain/explorerServer';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { openPage } from '../../../test/wallet/openPage';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';
import { sendParts } from '../../ui/home/send';
import { getLinkName } from '../../ui/home/view';

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

describe('what the accounts have', () => {
  it('shows the balances last read at once, and when, without any HTTP', async () => {
    const last = { readAt: 1_700_000_000_000, of: { [account?.address ?? '']: { [STRK]: '0x5' } } };
    const { now } = open({ balances: { [chainId]: last } });
    expect(await now()).toContain('0.000000000000000005');
    expect(await now()).toMatch(/As of 2023\u201111\u201114/u);
    expect(node.calls).toEqual([]);
  });

  it('reads balances anew, keeps them, and shows them again where the node is down', async () => {
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

  it('counts balances together in money only where the user has turned prices on', async () => {
    const off = open();
    await off.refresh();
    expect(await off.now()).not.toContain('USD"');
    expect(prices.asked).toEqual([]);
    const on = open({ prices: 'avnu' });
    await on.refresh();
    expect(await on.now()).toMatch(/About 25\.00 USD, without \d+ tokens that have no price/u);
    await on.press(getLinkName('send'));
    await on.fillIn(sendParts.amount, '2');
    expect(await on.now()).toContain('About 0.50 USD');
  });

  it('sends by an amount in money where prices are on, and shows it in the token', async () => {
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

  it('offers no amount in money where prices are off', async () => {
    const { press, fillIn, now } = open();
    await press(getLinkName('send'));
    await fillIn(sendParts.amount, '2');
    expect(await now()).not.toContain('Enter in');
    expect(prices.asked).toEqual([]);
  });
});
