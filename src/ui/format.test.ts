import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatUnits } from '../starknet/amount';
import { formatAmount, groupHex } from './format';

describe('formatAmount', () => {
  it.each([
    ['0', '0'],
    ['7', '7'],
    ['999', '999'],
    ['1000', '1,000'],
    ['1234567.5', '1,234,567.5'],
    ['12.500000', '12.5'],
    ['1.0', '1'],
    ['0.123456', '0.123456'],
    ['0.1234567', '0.123456…'],
    ['0.9999999', '0.999999…'],
    ['999999.9999999', '999,999.999999…'],
    ['0.0000001', '0.0000001'],
    ['0.00000012345', '0.00000012…'],
    ['0.000000000000000001', '0.000000000000000001'],
  ])('draws %s as %s', (decimal, drawn) => {
    expect(formatAmount(decimal)).toBe(drawn);
  });

  it('never shows more than what is meant, and tells when it shows less', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n), fc.nat(30), (value, decimals) => {
        const exact = formatUnits(value, decimals);
        const drawn = formatAmount(exact);
        const [whole = '', fraction = ''] = drawn.replace('…', '').replaceAll(',', '').split('.');
        const shown = BigInt(whole + fraction.padEnd(decimals, '0'));
        expect(fraction.length).toBeLessThanOrEqual(decimals);
        expect(shown <= value).toBe(true);
        expect(drawn.endsWith('…')).toBe(shown !== value);
        // What is there is never drawn as nothing.
        expect(shown === 0n).toBe(value === 0n);
      }),
      { numRuns: 1_000 },
    );
  });

  it('separates thousands and nothing else', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n), (value) => {
        const drawn = formatAmount(String(value));
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
