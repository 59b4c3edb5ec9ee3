import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dollarText, readMoney } from './money';

describe('readMoney', () => {
  it('tells how much of a token a sum buys, to six decimals, rounded down', () => {
    expect(readMoney('10', 18, 0.3)).toEqual({ kind: 'amount', amount: 33_333_333n * 10n ** 12n });
    expect(readMoney('0.5', 6, 1)).toEqual({ kind: 'amount', amount: 500_000n });
    expect(readMoney('1,5', 8, 100_000)).toEqual({ kind: 'amount', amount: 1_500n });
  });

  it('keeps what is smaller than six decimals instead of sending nothing', () => {
    expect(readMoney('0.01', 18, 100_000)).toEqual({ kind: 'amount', amount: 10n ** 11n });
  });

  it('reads the same texts as an amount does', () => {
    expect(readMoney('', 18, 1)).toEqual({ kind: 'none' });
    expect(readMoney('1.2.3', 18, 1)).toEqual({ kind: 'fault', fault: 'notNumber' });
    expect(readMoney('1,234', 18, 1)).toEqual({ kind: 'fault', fault: 'ambiguous' });
  });

  it('buys no more than the sum is worth', () => {
    const cents = fc.bigInt(1n, 10n ** 9n);
    const usd = fc.double({ min: 1e-4, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(cents, usd, fc.integer({ min: 0, max: 18 }), (sum, price, decimals) => {
        const text = `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`;
        const read = readMoney(text, decimals, price);
        if (read.kind !== 'amount') throw new Error('It was not read.');
        const [whole = '', fraction = ''] = dollarText(read.amount, decimals, price).split('.');
        expect(BigInt(`${whole}${fraction.padEnd(2, '0')}`)).toBeLessThanOrEqual(sum);
      }),
      { numRuns: 200 },
    );
  });
});
