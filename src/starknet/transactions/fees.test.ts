import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { stark } from 'starknet';
import { toHex } from '../felt';
import {
  capBounds,
  computeBounds,
  coversBounds,
  expectedFee,
  type FeeEstimate,
  maximumFee,
  sumFees,
  usualMargins,
} from './fees';
import type { ResourceBounds } from './transaction';

const amount = fc.oneof(fc.bigInt(0n, 2n ** 40n), fc.constantFrom(0n, 1n, 2n, 3n)).map(toHex);
const price = fc.oneof(fc.bigInt(0n, 2n ** 70n), fc.constantFrom(0n, 1n, 2n, 3n)).map(toHex);
const tip = fc.oneof(fc.constant(0n), fc.bigInt(0n, 2n ** 40n)).map(toHex);
const estimate: fc.Arbitrary<FeeEstimate> = fc.record({
  l1_gas_consumed: amount,
  l1_gas_price: price,
  l2_gas_consumed: amount,
  l2_gas_price: price,
  l1_data_gas_consumed: amount,
  l1_data_gas_price: price,
  overall_fee: price,
});
const runs = { numRuns: 200 };

/** A transfer on a local chain: mostly L2 gas. */
const transfer: FeeEstimate = {
  l1_gas_consumed: '0x0',
  l1_gas_price: toHex(30_000_000_000_000n),
  l2_gas_consumed: toHex(1_000_000n),
  l2_gas_price: toHex(3_000_000_000n),
  l1_data_gas_consumed: toHex(128n),
  l1_data_gas_price: toHex(40_001n),
  overall_fee: toHex(1_000_000n * 3_000_000_000n + 128n * 40_001n),
};

/** The estimate as bounds without any margin. */
const exact = (from: FeeEstimate): ResourceBounds => ({
  l1_gas: { max_amount: from.l1_gas_consumed, max_price_per_unit: from.l1_gas_price },
  l1_data_gas: {
    max_amount: from.l1_data_gas_consumed,
    max_price_per_unit: from.l1_data_gas_price,
  },
  l2_gas: { max_amount: from.l2_gas_consumed, max_price_per_unit: from.l2_gas_price },
});
const limitsOf = ({ l1_gas, l1_data_gas, l2_gas }: ResourceBounds): bigint[] =>
  [l1_gas, l1_data_gas, l2_gas].flatMap(({ max_amount, max_price_per_unit }) => [
    BigInt(max_amount),
    BigInt(max_price_per_unit),
  ]);

describe('computeBounds', () => {
  it('allows 1.5 times the amounts and prices of a transfer', () => {
    expect(computeBounds('INVOKE', transfer)).toEqual({
      l1_gas: { max_amount: '0x0', max_price_per_unit: toHex(45_000_000_000_000n) },
      l1_data_gas: { max_amount: toHex(192n), max_price_per_unit: toHex(60_001n) },
      l2_gas: { max_amount: toHex(1_500_000n), max_price_per_unit: toHex(4_500_000_000n) },
    });
  });

  it('applies other margins, in percent of the estimate', () => {
    expect(computeBounds('INVOKE', transfer, { amount: 20, price: 200 })).toEqual({
      l1_gas: { max_amount: '0x0', max_price_per_unit: toHex(90_000_000_000_000n) },
      l1_data_gas: { max_amount: toHex(153n), max_price_per_unit: toHex(120_003n) },
      l2_gas: { max_amount: toHex(1_200_000n), max_price_per_unit: toHex(9_000_000_000n) },
    });
  });

  it('agrees with the default of starknet.js', () => {
    fc.assert(
      fc.property(estimate, (one) => {
        const expected = stark.toOverheadResourceBounds({ ...one, unit: 'FRI' });
        const hex = ({ max_amount, max_price_per_unit }: (typeof expected)['l1_gas']) => ({
          max_amount: toHex(BigInt(max_amount)),
          max_price_per_unit: toHex(BigInt(max_price_per_unit)),
        });
        expect(computeBounds('DECLARE', one)).toEqual({
          l1_gas: hex(expected.l1_gas),
          l1_data_gas: hex(expected.l1_data_gas),
          l2_gas: hex(expected.l2_gas),
        });
      }),
      runs,
    );
  });

  // @promise T6.1
  it('refuses an estimate that no transaction can hold', () => {
    const huge = { ...transfer, l1_gas_consumed: toHex(2n ** 63n + 2n ** 62n) };
    expect(() => computeBounds('INVOKE', huge)).toThrow('out of range');
    expect(() =>
      computeBounds('INVOKE', { ...transfer, l1_gas_price: toHex(2n ** 128n - 1n) }),
    ).toThrow('out of range');
  });
});

describe('maximumFee', () => {
  it('adds every amount at its price, and the tip for each unit of L2 gas', () => {
    const bounds = computeBounds('INVOKE', transfer);
    const expected = 192n * 60_001n + 1_500_000n * 4_500_000_000n;
    expect(maximumFee(bounds, '0x0')).toBe(expected);
    expect(maximumFee(bounds, '0xa')).toBe(expected + 15_000_000n);
    const l1_gas = { max_amount: '0x7', max_price_per_unit: '0x5' };
    expect(maximumFee({ ...bounds, l1_gas }, '0x0')).toBe(expected + 35n);
  });
});

describe('capBounds', () => {
  // @promise T6.3
  it('keeps within maxFee and never goes below the estimate', () => {
    const share = fc.integer({ min: 0, max: 1200 });
    fc.assert(
      fc.property(estimate, tip, share, (one, tipText, permille) => {
        const bounds = computeBounds('DECLARE', one);
        const expected = maximumFee(exact(one), tipText);
        const widest = maximumFee(bounds, tipText);
        const maxFee = expected + ((widest - expected) * BigInt(permille)) / 1000n;
        const capped = capBounds('DECLARE', one, usualMargins, { tip: tipText, maxFee });
        if (capped === undefined) throw new Error('The estimate itself fits.');
        expect(maximumFee(capped, tipText) <= maxFee).toBe(true);
        const [floors, ceilings] = [limitsOf(exact(one)), limitsOf(bounds)];
        limitsOf(capped).forEach((limit, index) => {
          expect(limit >= (floors[index] ?? 0n) && limit <= (ceilings[index] ?? 0n)).toBe(true);
        });
      }),
      runs,
    );
  });

  it('leaves bounds that fit as they are', () => {
    const bounds = computeBounds('INVOKE', transfer);
    const limit = { tip: '0x1', maxFee: maximumFee(bounds, '0x1') };
    expect(capBounds('INVOKE', transfer, usualMargins, limit)).toEqual(bounds);
  });

  it('keeps as much of the margin as there is room for', () => {
    const bounds = computeBounds('INVOKE', transfer);
    const maxFee = (maximumFee(bounds, '0x0') * 2n) / 3n;
    const capped = capBounds('INVOKE', transfer, usualMargins, { tip: '0x0', maxFee });
    expect(capped && maximumFee(capped, '0x0') > (maxFee * 99n) / 100n).toBe(true);
  });

  it('gives exactly the estimate when that is all that maxFee allows', () => {
    fc.assert(
      fc.property(estimate, tip, (one, tipText) => {
        const expected = maximumFee(exact(one), tipText);
        const capped = capBounds('DECLARE', one, usualMargins, { tip: tipText, maxFee: expected });
        expect(expectedFee(one, tipText)).toBe(expected);
        expect(capped && maximumFee(capped, tipText)).toBe(expected);
      }),
      runs,
    );
  });

  it('returns undefined when the estimate is above maxFee, tip included', () => {
    const expected = maximumFee(exact(transfer), '0x5');
    const cap = (tip: string, maxFee: bigint) =>
      capBounds('INVOKE', transfer, usualMargins, { tip, maxFee });
    expect(cap('0x5', expected)).toBeDefined();
    expect(cap('0x5', expected - 1n)).toBeUndefined();
    expect(cap('0x6', expected)).toBeUndefined();
  });
});

describe('coversBounds', () => {
  const some = { max_amount: '0x10', max_price_per_unit: '0x10' };
  const needed = { l1_gas: some, l1_data_gas: some, l2_gas: some };

  it.each(['l1_gas', 'l1_data_gas', 'l2_gas'] as const)('returns false if %s is scant', (kind) => {
    expect(coversBounds(needed, needed)).toBe(true);
    for (const part of ['max_amount', 'max_price_per_unit'])
      expect(coversBounds({ ...needed, [kind]: { ...some, [part]: '0xf' } }, needed)).toBe(false);
  });
});

describe('sumFees', () => {
  it('adds what each transaction should cost', () => {
    expect(sumFees([])).toBe(0n);
    expect(sumFees([transfer, transfer])).toBe(2n * BigInt(transfer.overall_fee));
  });
});
