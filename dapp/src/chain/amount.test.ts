import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { exactAmount, formatAmount, parseAmount } from './amount';

describe('parseAmount', () => {
  it.each([
    ['1', 10n ** 18n],
    ['0.5', 5n * 10n ** 17n],
    ['.5', 5n * 10n ** 17n],
    ['2.', 2n * 10n ** 18n],
    [' 1,234.5 ', 12345n * 10n ** 17n],
    ['0.000000000000000001', 1n],
    ['340282366920938463463.374607431768211455', 2n ** 128n - 1n],
  ])('reads %s', (text, expected) => {
    expect(parseAmount(text, 18)).toBe(expected);
  });

  it.each(['', '.', ' ', '-1', '1e3', '0x10', '1.2.3', 'one'])('refuses %p', (text) => {
    expect(() => parseAmount(text, 18)).toThrow('Enter an amount as a number');
  });

  it('refuses more decimals than the token has', () => {
    expect(() => parseAmount('0.0000001', 6)).toThrow('At most 6 digits');
  });

  it('reads back every amount that exactAmount writes', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 2n ** 256n - 1n),
        fc.integer({ min: 0, max: 36 }),
        (fri, decimals) => {
          expect(parseAmount(exactAmount(fri, decimals), decimals)).toBe(fri);
        },
      ),
    );
  });
});

describe('formatAmount', () => {
  it.each([
    [0n, '0'],
    [10n ** 18n, '1'],
    [1234567n * 10n ** 18n, '1,234,567'],
    [98497047152000000000n, '98.497047…'],
    [98497047000000000000n, '98.497047'],
    [1n, '0.000000000000000001'],
    [1234567890000n, '0.00000123456…'],
  ])('shows %p as %s', (fri, expected) => {
    expect(formatAmount(fri, 18)).toBe(expected);
  });

  it('never shows another amount without saying that it is cut', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 128n), (fri) => {
        const shown = formatAmount(fri, 18);
        if (shown.endsWith('…')) expect(parseAmount(shown.slice(0, -1), 18)).toBeLessThan(fri);
        else expect(parseAmount(shown, 18)).toBe(fri);
      }),
    );
  });
});
