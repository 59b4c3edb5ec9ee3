import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toDollars, unitsOfMoney } from './money';

/** A dollar, in the unit in which typed dollars are read. */
const DOLLAR = 1_000_000n;

describe('unitsOfMoney', () => {
  it('tells how much of a token a sum buys, to six decimals, rounded down', () => {
    expect(unitsOfMoney(10n * DOLLAR, 18, 0.3)).toBe(33_333_333n * 10n ** 12n);
    expect(unitsOfMoney(DOLLAR / 2n, 6, 1)).toBe(500_000n);
    expect(unitsOfMoney((3n * DOLLAR) / 2n, 8, 100_000)).toBe(1_500n);
  });

  it('keeps what is smaller than six decimals instead of sending nothing', () => {
    expect(unitsOfMoney(DOLLAR / 100n, 18, 100_000)).toBe(10n ** 11n);
  });

  it('buys no more than the sum is worth', () => {
    const cents = fc.bigInt(1n, 10n ** 9n);
    const usd = fc.double({ min: 1e-4, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(cents, usd, fc.integer({ min: 0, max: 18 }), (sum, price, decimals) => {
        const amount = unitsOfMoney((sum * DOLLAR) / 100n, decimals, price);
        const [whole = '', fraction = ''] = toDollars(amount, decimals, price).split('.');
        expect(BigInt(`${whole}${fraction.padEnd(2, '0')}`)).toBeLessThanOrEqual(sum);
      }),
      { numRuns: 200 },
    );
  });
});
