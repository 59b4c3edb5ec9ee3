import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { NOW, openSponsor } from '../../../test/review/openSponsor';
import { startPaymasterServer, suggestedMaximum } from '../../../test/review/paymasterServer';
import type { Call } from '../../schema/call';
import { sameFelt } from '../../schema/primitives';
import { getCairoVersion } from '../../starknet/accounts/classes';
import { knownTokens } from '../../starknet/tokens/erc20';
import { encodeExecute } from '../../starknet/transactions/calls';
import type { ReviewInput } from '../../ui/review/facts';
import { measureGrowth } from '../../ui/review/growth';
import { OWN } from '../paymaster/options';
import type { TransactionReview } from '../transactions/review';
import { sumSent } from '../warnings/amounts';
import { describeTransaction } from './describe';
import { liveReview, openWithChoices } from './open';

const PAYMASTER = 'https://paymaster.example/';
const PRICES = 'https://prices.example';

/** A module whose node answers only once paymaster and price source were asked. */
async function open() {
  const asked = new Set<string>();
  let release = () => {};
  const allAsked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const opened = await openSponsor(PAYMASTER, {
    priceUrl: PRICES,
    async fetch(url) {
      const host = new URL(String(url)).host;
      asked.add(host);
      if (asked.size === 3) release();
      if (host.startsWith('127.')) await allAsked;
      return new Response('', { status: 404 });
    },
  });
  await opened.module.settings.prices.choose('avnu');
  return { ...opened, asked };
}

describe('paymaster and price source', () => {
  it('asks paymaster and price source beside the node, not after it', async () => {
    const { module, request, asked } = await open();
    await expect(openWithChoices(module, request)).rejects.toMatchObject({ kind: 'nodeFault' });
    expect([...asked].sort()).toEqual(['127.0.0.1:9', 'paymaster.example', 'prices.example']);
  });
});

describe('a choice in an open review', () => {
  let node: TrialNode;
  beforeEach(async () => {
    node = await startTrialNode();
  });
  afterEach(() => node.stop());

  /** A review of calls that is open, of a module with a paymaster and prices. */
  async function openReviewed(calls?: readonly Call[]) {
    const paymaster = await startPaymasterServer();
    const { fetch } = globalThis;
    const opened = await openSponsor(paymaster.url, {
      sepoliaUrl: node.url,
      priceUrl: PRICES,
      key: '',
      fetch: async (url, init) =>
        String(url).startsWith(PRICES)
          ? Response.json(
              Object.values(knownTokens).map((token) => ({
                address: token.address,
                starknetMarket: { usd: 2 },
              })),
            )
          : fetch(url, init),
    });
    const { module } = opened;
    const request = { ...opened.request, ...(calls && { calls }) };
    await module.settings.prices.choose('avnu');
    const review = await openWithChoices(module, request).catch(async (error) => {
      await paymaster.stop();
      throw error;
    });
    const live = liveReview(module, request);
    const change = (shown: TransactionReview, input: ReviewInput) =>
      live.change?.(shown, input) ?? shown;
    return { ...opened, account: review.account, review, live, change, stop: paymaster.stop };
  }
  /** The last transactions that were tried out as they would be signed, but for the signature. */
  const triedLast = () => {
    const tried = node.trials.filter(({ transactions: [first] }) => first?.version === '0x3');
    expect(tried.at(-1)?.simulation_flags).toEqual(['SKIP_VALIDATE']);
    return tried.at(-1)?.transactions.map((transaction) => ({ ...transaction, signature: [] }));
  };

  it('simulates a chosen speed with its own bounds and tip', async () => {
    const { review, change, stop } = await openReviewed();
    const fast = await change(review, { name: 'speed', value: 'fast' });
    expect(fast.transactions).not.toEqual(review.transactions);
    expect(triedLast()).toEqual(fast.transactions);
    await stop();
  });

  it('updates fee, money and time when the user leaves the paymaster', async () => {
    const { module, review, change, stop } = await openReviewed();
    expect(review.payer).toMatchObject({ by: 'account', speed: 'normal', money: { maximum: {} } });
    const paid = await change(review, { name: 'payWith', value: knownTokens.ETH.address });
    expect(paid.payer).toMatchObject({ money: { maximum: { say: 'fees.lessThan' } } });
    expect(paid.payer).not.toHaveProperty('speed');
    await module.settings.prices.choose('off');
    const own = await change(paid, { name: 'payWith', value: OWN });
    expect(own.fee).toEqual(review.fee);
    expect(own.payer).toEqual({ by: 'account', speed: 'normal' });
    expect(triedLast()).toEqual(own.transactions);
    await stop();
  });

  it('simulates a lowered allowance anew, also with a paymaster', async () => {
    const contractAddress = knownTokens.STRK.address;
    const allowing = (amount: string) => ({
      contractAddress,
      entrypoint: 'approve',
      calldata: ['0x5', amount, '0x0'],
    });
    const lessCall = { calldata: allowing('0x7').calldata };
    const { account, review, change, live, stop } = await openReviewed([allowing('0x10')]);
    const paid = await change(review, { name: 'payWith', value: knownTokens.ETH.address });
    const lowered = await change(paid, { name: 'allowance', call: 0, amount: '7' });
    expect(lowered.payer).toMatchObject({
      by: 'paymaster',
      payWith: knownTokens.ETH.address,
      outside: { calls: expect.arrayContaining([expect.objectContaining(lessCall)]) },
    });
    expect(lowered.calls).toMatchObject([{ call: allowing('0x7'), meaning: { amount: '7' } }]);
    node.trials.length = 0;
    const renewed = await live.refresh?.(lowered);
    expect(renewed?.payer).toEqual(lowered.payer);
    const tried = node.trials.flatMap(({ transactions }) => transactions);
    const calldata = encodeExecute([allowing('0x7')], getCairoVersion(account.accountClass));
    expect(tried).toEqual([expect.objectContaining({ calldata })]);
    await stop();
  });

  it('warns with a tick of a paymaster above five times the own fee', async () => {
    node.says.gasPrice /= 4n;
    const { module, review, change, stop } = await openReviewed();
    await module.settings.prices.choose('off');
    const paid = await change(review, { name: 'payWith', value: knownTokens.ETH.address });
    expect(describeTransaction(paid).warnings).toContainEqual(
      expect.objectContaining({ rule: 'paymasterFee', severity: 'critical' }),
    );
    await stop();
  });

  // @promise P20.3
  it('shows what the paymaster takes among the changes, and as what leaves', async () => {
    const { review, change, live, stop } = await openReviewed();
    const before = describeTransaction(review);
    const paid = await change(review, { name: 'payWith', value: knownTokens.ETH.address });
    const renewed = (await live.refresh?.(paid)) ?? review;
    for (const shown of [paid, renewed]) {
      const facts = describeTransaction(shown);
      expect(facts.preview).toMatchObject({
        state: 'known',
        changes: [
          { kind: 'send', symbol: 'STRK' },
          { kind: 'send', symbol: 'USDC' },
          { kind: 'pay', amount: '0.00003', symbol: 'ETH', address: knownTokens.ETH.address },
        ],
      });
      // What the user has chosen is no news that has to be agreed to by itself.
      expect(measureGrowth(before, facts).isMuch).toBe(false);
      expect(sumSent(shown).get(knownTokens.ETH.address)).toBe(suggestedMaximum);
    }
    const own = await change(paid, { name: 'payWith', value: OWN });
    expect(describeTransaction(own).preview).toMatchObject({
      changes: [{ kind: 'send' }, { kind: 'send' }],
    });
    await stop();
  });

  // @promise T14.5
  it('warns, until its time is over, of what a paymaster has and tells no hash of', async () => {
    const { module, review, live, stop } = await openReviewed();
    const { context, account } = review;
    const now = NOW / 1000;
    const signed = { hash: '0x1', before: now + 60, nonce: '0x9' };
    await module.outsideSigned.add(context.network.chainId, account.address, signed, now);
    const renewed = (await live.refresh?.(review)) ?? review;
    expect(describeTransaction(review).warnings).not.toContainEqual(
      expect.objectContaining({ rule: 'outsideLives' }),
    );
    expect(describeTransaction(renewed).warnings).toContainEqual(
      expect.objectContaining({ rule: 'outsideLives', severity: 'high' }),
    );
    await stop();
  });

  it('keeps the choice in a refresh, which simulates the bounds that are shown', async () => {
    const { review, change, live, stop } = await openReviewed();
    const slow = await change(review, { name: 'speed', value: 'slow' });
    const renewed = await live.refresh?.(slow);
    expect(renewed?.transactions).toEqual(slow.transactions);
    expect(triedLast()).toEqual(slow.transactions);
    node.says.gasPrice *= 3n;
    const dearer = await live.refresh?.(slow);
    expect(BigInt(dearer?.fee.maximum ?? 0) > BigInt(slow.fee.maximum)).toBe(true);
    expect(triedLast()).toEqual(dearer?.transactions);
    await stop();
  });

  describe('of who has no STRK', () => {
    /** A balance of ether alone. */
    const etherOnly = ({ request }: { request: { contract_address: string } }) => ({
      result: [sameFelt(request.contract_address, knownTokens.ETH.address) ? '0x5' : '0x0', '0x0'],
    });

    // @promise P20.3
    it('opens with what the paymaster takes, and offers nothing that cannot be paid', async () => {
      node.says.instead.starknet_call = etherOnly;
      const { review, live, change, stop } = await openReviewed();
      expect(review.payer).toMatchObject({ by: 'paymaster', payWith: knownTokens.ETH.address });
      const facts = describeTransaction(review);
      expect(facts.fee?.payWith).toEqual({
        chosen: knownTokens.ETH.address,
        options: [{ value: knownTokens.ETH.address, label: 'ETH' }],
      });
      expect(facts.preview).toMatchObject({
        state: 'known',
        changes: [{ kind: 'send' }, { kind: 'send' }, { kind: 'pay' }],
      });
      const renewed = await live.refresh?.(review);
      expect(renewed?.payer).toEqual(review.payer);
      const again = await change(review, { name: 'payWith', value: knownTokens.ETH.address });
      expect(again.payer).toMatchObject({ by: 'paymaster' });
      // Who pays nothing is not tried out as who pays.
      for (const { transactions, simulation_flags } of node.trials)
        if (transactions[0]?.version === '0x3')
          expect(simulation_flags).toEqual(['SKIP_VALIDATE', 'SKIP_FEE_CHARGE']);
      await stop();
    });

    it('fails for want of funds if no paymaster takes anything that the account holds', async () => {
      node.says.balance = 0n;
      await expect(openReviewed()).rejects.toMatchObject({ kind: 'insufficientFunds' });
    });
  });
});
