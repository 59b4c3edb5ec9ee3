import { describe, expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import fc from 'fast-check';
import type { StoredAccount } from '../../schema/account';
import { exampleCalls } from '../../schema/call';
import { chainIds } from '../../schema/primitives';
import type { TransactionDetails } from '../../schema/transactionDetails';
import { formatUnits, toHex } from '../../starknet/felt';
import {
  computeBounds,
  expectedFee,
  type FeeEstimate,
  maximumFee,
} from '../../starknet/transactions/fees';
import { networkLimits } from '../../starknet/transactions/networkLimits';
import type { ResourceBounds } from '../../starknet/transactions/transaction';
import type { Speed } from '../../ui/review/facts';
import { type BoundFee, boundsLike, boundTransactions, offersSpeed, speeds } from './fees';

const account: StoredAccount = {
  address: `0x${'1'.padStart(64, '0')}`,
  addressIndex: 0,
  publicKey: '0x2',
  addressClass: 'argent040',
  accountClass: 'argent040',
  deployTxnHash: null,
  deployment: 'deployed',
  derivationPath: "m/44'/9004'/0'/0/0",
  name: 'Account 1',
  hidden: false,
  chainId: chainIds.sepolia,
};
const estimateOf = (l2Gas: bigint, l2Price: bigint, dataGas = 128n): FeeEstimate => ({
  l1_gas_consumed: '0x0',
  l1_gas_price: toHex(30_000_000_000_000n),
  l2_gas_consumed: toHex(l2Gas),
  l2_gas_price: toHex(l2Price),
  l1_data_gas_consumed: toHex(dataGas),
  l1_data_gas_price: toHex(40_000n),
  overall_fee: toHex(l2Gas * l2Price + dataGas * 40_000n),
});
const transfer = estimateOf(1_000_000n, 3_000_000_000n);
const fee = BigInt(transfer.overall_fee);
const RICH = 10n ** 24n;

const bind = (
  speed: Speed | undefined,
  details: TransactionDetails = {},
  {
    strkBalance = RICH,
    estimates = [transfer] as readonly FeeEstimate[],
    simulated = [] as readonly ResourceBounds[],
  } = {},
): BoundFee =>
  boundTransactions(
    {
      plan: { account, deploys: estimates.length > 1, calls: exampleCalls, nonce: 0n, details },
      estimates,
      strkBalance,
    },
    speed,
    simulated,
  );
/** Undefined where the limits leave no room. */
function tryBind(...given: Parameters<typeof bind>): BoundFee | undefined {
  try {
    return bind(...given);
  } catch (error) {
    expect(error).toBeInstanceOf(ModuleError);
    expect(error).toMatchObject({
      kind: expect.stringMatching(/^(?:insufficientFunds|feeAbove)/u),
    });
    return undefined;
  }
}

describe('bounds that were simulated', () => {
  const usual = bind('normal').bounds;
  const slow = bind('slow').bounds;
  const withSimulated = (simulated: typeof usual, speed: Speed = 'normal') =>
    bind(speed, {}, { simulated }).bounds;
  const changed = (bounds: typeof usual, change: (amount: bigint) => bigint): typeof usual =>
    bounds.map((bound) => ({
      ...bound,
      l2_gas: {
        ...bound.l2_gas,
        max_amount: toHex(change(BigInt(bound.l2_gas.max_amount))),
      },
    }));

  it('signs bounds that lie between those of the slow speed and the widest', () => {
    const between = changed(slow, (amount) => amount + 1n);
    expect(withSimulated(between)).toEqual(between);
    expect(withSimulated(slow)).toEqual(slow);
    expect(withSimulated(usual)).toEqual(usual);
  });

  it('replaces bounds if one of them is too high or too low', () => {
    expect(withSimulated(changed(usual, (amount) => amount + 1n))).toEqual(usual);
    expect(withSimulated(changed(slow, (amount) => amount - 1n))).toEqual(usual);
  });

  it('replaces bounds of another number of transactions', () => {
    expect(withSimulated([...usual, ...usual])).toEqual(usual);
    expect(withSimulated([])).toEqual(usual);
  });

  it('reads bounds for the signed speed alone', () => {
    const fast = bind('fast').bounds;
    const between = changed(slow, (amount) => amount + 1n);
    expect(withSimulated(between, 'slow')).toEqual(slow);
    expect(withSimulated(fast, 'fast')).toEqual(fast);
  });
});

describe('boundsLike', () => {
  const { l2Gas } = networkLimits.INVOKE;

  it('returns bounds with a little less room than the usual ones', () => {
    const margins = { amount: 40, price: 40 };
    expect(boundsLike([transfer, transfer])).toEqual([
      computeBounds('INVOKE', transfer, margins),
      computeBounds('INVOKE', transfer, margins),
    ]);
  });

  it('returns undefined if the network accepts one of the amounts no more', () => {
    const large = estimateOf(l2Gas + 1n, 1n);
    expect(boundsLike([estimateOf(l2Gas, 1n)])).toHaveLength(1);
    expect(boundsLike([transfer, large])).toBeUndefined();
  });
});

describe('a speed', () => {
  it('computes normal bounds with the requested tip if no speed is chosen', () => {
    expect(bind(undefined, { tip: '0x5' })).toEqual(bind('normal', { tip: '0x5' }));
    expect(bind('normal', { tip: '0x5' })).toEqual({
      bounds: [computeBounds('INVOKE', transfer)],
      tip: '0x5',
      expected: fee + 5_000_000n,
      maximum: maximumFee(computeBounds('INVOKE', transfer), '0x5'),
    });
  });

  it('gives a slow transaction no tip and little margin', () => {
    const { tip, bounds, expected, maximum } = bind('slow', { tip: '0x5' });
    expect(tip).toBe('0x0');
    expect(bounds).toEqual([computeBounds('INVOKE', transfer, { amount: 20, price: 20 })]);
    expect(expected).toBe(fee);
    expect(maximum).toBe(
      maximumFee(computeBounds('INVOKE', transfer, { amount: 20, price: 20 }), '0x0'),
    );
  });

  it('gives a fast transaction a tip of a tenth of the L2 gas price and wide margins', () => {
    const { tip, bounds, expected, maximum } = bind('fast');
    expect(BigInt(tip)).toBe(300_000_000n);
    expect(bounds).toEqual([computeBounds('INVOKE', transfer, speeds.fast.margins)]);
    expect(expected).toBe(fee + 300_000_000n * 1_000_000n);
    expect(maximum).toBe(maximumFee(computeBounds('INVOKE', transfer, speeds.fast.margins), tip));
    expect(maximum > (2n * bind('normal').maximum * 9n) / 10n).toBe(true);
  });

  it('gives a fast transaction at least the requested tip', () => {
    expect(bind('fast', { tip: toHex(10n ** 12n) }).tip).toBe(toHex(10n ** 12n));
    expect(bind('fast', { tip: '0x1' }).tip).toBe(toHex(300_000_000n));
  });

  it('adds no fast tip if no L2 gas is used', () => {
    const estimates = [estimateOf(0n, 3_000_000_000n)];
    expect(bind('fast', {}, { estimates }).tip).toBe('0x0');
    expect(bind('fast', { tip: '0x5' }, { estimates }).tip).toBe('0x5');
  });

  it('names the requested tip in the error if that is above the limit', () => {
    const details = { tip: toHex(10n ** 9n), maxFee: toHex(fee + 10n ** 14n) };
    const expected = formatUnits(fee + 10n ** 15n, 18);
    for (const speed of ['normal', 'fast'] as const)
      expect(() => bind(speed, details)).toThrow(expected);
    expect(bind('slow', details).tip).toBe('0x0');
  });

  it('lowers the fast tip under a tight limit before it gives up all margins', () => {
    const maxFee = (fee * 11n) / 10n;
    const { tip, bounds, maximum } = bind('fast', { maxFee: toHex(maxFee) });
    expect(BigInt(tip) > 0n && BigInt(tip) < 300_000_000n).toBe(true);
    expect(maximum <= maxFee).toBe(true);
    expect(BigInt(bounds[0]?.l2_gas.max_price_per_unit ?? 0) > 3_000_000_000n).toBe(true);
  });

  it('leaves only the slow speed if a requested tip does not fit', () => {
    const details = { tip: toHex(10n ** 9n), maxFee: toHex(fee + 1_000n) };
    expect(tryBind('normal', details)).toBeUndefined();
    expect(tryBind('fast', details)).toBeUndefined();
    expect(bind('slow', details).maximum <= fee + 1_000n).toBe(true);
  });

  it('offers no speed if the caller gave the bounds', () => {
    const given = {
      l1_gas: { max_amount: '0x0', max_price_per_unit: '0x0' },
      l1_data_gas: { max_amount: '0x100', max_price_per_unit: '0x10000' },
      l2_gas: { max_amount: '0x200000', max_price_per_unit: '0x100000000' },
    };
    const details = { resourceBounds: given, tip: '0x7' };
    expect(offersSpeed(details)).toBe(false);
    expect(offersSpeed({ tip: '0x7' })).toBe(true);
    for (const speed of ['slow', 'normal', 'fast'] as const)
      expect(bind(speed, details)).toMatchObject({ bounds: [given], tip: '0x7' });
  });

  it('refuses every speed at a price that no network has', () => {
    for (const speed of ['slow', 'normal', 'fast'] as const)
      for (const factor of [1n, 10n, 1_000n])
        expect(
          bind(speed, {}, { estimates: [estimateOf(1n, 3_000_000_000n * factor)] }),
        ).toBeDefined();
    const lie = estimateOf(1n, 3_000_000_000n * 1_000_000n);
    for (const speed of ['slow', 'normal', 'fast'] as const)
      expect(() => bind(speed, {}, { estimates: [lie] })).toThrow('no network has');
  });

  it('costs no less than a slower one, and never more than maxFee or the balance', () => {
    const estimates = fc.array(
      fc
        .tuple(fc.bigInt(1n, 2n ** 30n), fc.bigInt(0n, 2n ** 40n), fc.bigInt(0n, 2n ** 12n))
        .map((parts) => estimateOf(...parts)),
      { minLength: 1, maxLength: 2 },
    );
    // In thousandths of the estimate.
    const part = fc.bigInt(900n, 6_000n);
    const tips = fc.constantFrom('0x0', '0x1', '0xffff', toHex(10n ** 9n));
    fc.assert(
      fc.property(estimates, part, fc.option(part, { nil: undefined }), tips, (...drawn) => {
        const [chosen, balancePart, maxFeePart, tip] = drawn;
        const total = chosen.reduce((sum, estimate) => sum + expectedFee(estimate, '0x0'), 0n);
        const strkBalance = (total * balancePart) / 1_000n;
        const maxFee = maxFeePart && (total * maxFeePart) / 1_000n;
        const details = { tip, ...(maxFee !== undefined && { maxFee: toHex(maxFee) }) };
        const at = (speed: Speed) => tryBind(speed, details, { strkBalance, estimates: chosen });
        const [slow, normal, fast] = [at('slow'), at('normal'), at('fast')];
        // Where a faster one can be paid, so can a slower one.
        expect(normal === undefined).toBe(fast === undefined);
        expect(slow === undefined && normal !== undefined).toBe(false);
        expect(slow === undefined).toBe(total > strkBalance || total > (maxFee ?? total));
        for (const bound of [slow, normal, fast]) {
          if (!bound) continue;
          expect(bound.maximum <= strkBalance).toBe(true);
          expect(bound.maximum <= (maxFee ?? bound.maximum)).toBe(true);
          expect(bound.expected <= bound.maximum).toBe(true);
        }
        if (!slow || !normal || !fast) return;
        for (const figure of ['maximum', 'expected', 'tip'] as const)
          expect(
            BigInt(slow[figure]) <= BigInt(normal[figure]) &&
              BigInt(normal[figure]) <= BigInt(fast[figure]),
          ).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
