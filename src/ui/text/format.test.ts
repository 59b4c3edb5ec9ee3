import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatUnits } from '../../starknet/felt';
import { formatAmount, groupHex, isRounded } from './format';

const english = { point: '.', thousands: ',' };

describe('formatAmount', () => {
  it.each([
    ['0', '0'],
    ['7', '7'],
    ['999', '999'],
    ['1000', '1,000'],
    ['1234567.5', '1,234,567.5'],
    ['1234.567891', '1,234.567891'],
    ['12.500000', '12.5'],
    ['1.0', '1'],
    ['0.123456', '0.123456'],
    ['0.1234567', '≈ 0.123457'],
    ['0.9999999', '≈ 1'],
    ['97.494078123456789', '≈ 97.4941'],
    ['1234.567891234', '≈ 1,234.57'],
    ['999999.9999999', '≈ 1,000,000'],
    ['0.0000001', '0.0000001'],
    ['0.00000012345', '≈ 0.00000012'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['nothing', 'nothing'],
  ])('draws %s as %s', (decimal, drawn) => {
    expect(formatAmount(decimal, english)).toBe(drawn);
    expect(isRounded(decimal)).toBe(drawn.startsWith('≈'));
  });

  it('rounds within half of the last digit, marks what is not exact, and never shows nothing', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n), fc.nat(30), (value, decimals) => {
        const exact = formatUnits(value, decimals);
        const drawn = formatAmount(exact, english);
        const [whole = '', fraction = ''] = drawn
          .replace(/^≈ /u, '')
          .replaceAll(',', '')
          .split('.');
        const shown = BigInt(whole + fraction.padEnd(decimals, '0'));
        expect(fraction.length).toBeLessThanOrEqual(decimals);
        expect(drawn.startsWith('≈')).toBe(isRounded(exact));
        if (!isRounded(exact)) expect(shown).toBe(value);
        const away = shown > value ? shown - value : value - shown;
        // Half of the second digit is a twentieth of what it is, at the most.
        expect(away * 20n <= value).toBe(true);
        expect(away * 2n <= 10n ** BigInt(Math.max(0, decimals - 2))).toBe(true);
        expect(shown === 0n).toBe(value === 0n);
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives every digit where it is to be exact', () => {
    expect(formatAmount('1234.567891234', english, true)).toBe('1,234.567891234');
    expect(formatAmount('1234.50', { point: ',', thousands: '.' }, true)).toBe('1.234,50');
  });

  it('separates thousands and nothing else', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n), (value) => {
        const drawn = formatAmount(String(value), english);
        expect(drawn).toMatch(/^\d{1,3}(,\d{3})*$/u);
        expect(drawn.replaceAll(',', '')).toBe(String(value));
      }),
    );
  });
});

describe('groupHex', () => {
  it('sets digits in fours after the prefix', () => {
    expect(groupHex('0x04718f5a0f')).toBe('0x 0471 8f5a 0f');
  });

  // @promise T11.2
  it('keeps every digit in its place', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 252n), (value) => {
        const address = `0x${value.toString(16).padStart(64, '0')}`;
        const grouped = groupHex(address);
        expect(grouped.replaceAll(' ', '')).toBe(address);
        expect(grouped.split(' ').slice(1)).toHaveLength(16);
      }),
    );
  });
});
