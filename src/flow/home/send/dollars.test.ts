import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExplorerServer, startExplorerServer } from '../../../../test/chain/explorerServer';
import type { TrialNode } from '../../../../test/chain/trialNode';
import {
  callsIn,
  friend,
  openSend,
  sendingAccounts,
  startSendNode,
} from '../../../../test/wallet/openSend';
import { sayEnglish } from '../../../../test/wallet/sayEnglish';
import { chainIds } from '../../../schema/primitives';
import { knownTokens, parseUint256 } from '../../../starknet/tokens/erc20';
import { MEDIAN } from '../../../starknet/tokens/oracle';
import { sendParts } from '../../../ui/home/send';

const chainId = chainIds.sepolia;
const STRK = knownTokens.STRK.address;
let node: TrialNode;
let source: ExplorerServer;
/** The oracle's price of STRK; undefined if it answers nothing. */
let onChain: number | undefined;
beforeEach(async () => {
  node = await startSendNode({
    [MEDIAN]() {
      if (onChain === undefined) return undefined;
      const felts = [Math.round(onChain * 1e8), 8, Math.floor(Date.now() / 1_000), 5, 0];
      return felts.map((felt) => `0x${felt.toString(16)}`);
    },
  });
  source = await startExplorerServer(() => ({
    body: [{ address: STRK, globalMarket: { usd: 0.25 } }],
  }));
});
afterEach(() => Promise.all([node.stop(), source.stop()]));

/** The form with ten dollars typed in. */
async function typeDollars(oracle: number | undefined) {
  onChain = oracle;
  const page = await openSend(node, {
    priceUrl: source.url,
    stored: { plain: { prices: 'avnu', accounts: { [chainId]: sendingAccounts } } },
  });
  await page.fillIn('to', friend);
  await page.press(sendParts.unit);
  await page.fillIn('amount', '10');
  return page;
}

const sentAmounts = () => callsIn(node).map((calldata) => parseUint256(calldata.slice(-2)));

describe('the form that takes dollars', () => {
  it('sends what they buy if the price on the chain bears the source out', async () => {
    const { now, review } = await typeDollars(0.3);
    expect(await now()).toContain('That is 10 USD');
    expect(await now()).toContain('At today’s price, 40 STRK');
    await review();
    expect(sentAmounts()).toEqual([40n * 10n ** 18n]);
  });

  it('puts in the amount of the token before the review if one source alone knows the price', async () => {
    const { now, review, fields, dialogs } = await typeDollars(undefined);
    expect(await now()).toContain('At today’s price, 40 STRK');
    await review();
    expect(dialogs).toEqual([]);
    expect(await fields()).toMatchObject({ amount: '40' });
    expect(await now()).toContain('Only one source knows the price of STRK.');
    expect(await now()).toContain('That is 40 STRK');
    await review();
    expect(sentAmounts()).toEqual([40n * 10n ** 18n]);
  });

  it('remembers Max after two changes of the unit, and works it out anew before the review', async () => {
    const { press, fields, now, review } = await typeDollars(0.25);
    await press(sendParts.max);
    const { amount } = await fields();
    expect(await now()).toContain(sayEnglish('home.send.leavesFee'));
    for (const _ of [1, 2]) await press(sendParts.unit);
    expect(await fields()).toMatchObject({ amount });
    expect(await now()).toContain(sayEnglish('home.send.leavesFee'));
    node.says.balance = 50n * 10n ** 18n;
    await review();
    const [sent = 0n] = sentAmounts();
    expect(sent).toBeGreaterThan(49n * 10n ** 18n);
    expect(sent).toBeLessThan(50n * 10n ** 18n);
  });

  it.each([0.16, 0.38])(
    'takes no dollars if the oracle says 1.5 times more or less: %s',
    async (oracle) => {
      const { now, review } = await typeDollars(oracle);
      expect(await now()).not.toContain('Enter in USD');
      expect(await now()).not.toContain('USD"');
      expect(await now()).toContain('That is 10 STRK');
      await review();
      expect(sentAmounts()).toEqual([10n * 10n ** 18n]);
    },
  );

  it('refuses dollars if the oracle says something else by the time of the review', async () => {
    const { now, review, dialogs } = await typeDollars(0.25);
    onChain = 0.5;
    await review();
    expect(dialogs).toEqual([]);
    expect(await now()).toContain(
      'The price source and the oracle on the chain say something else.',
    );
  });
});
