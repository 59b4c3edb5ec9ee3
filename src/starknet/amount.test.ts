import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatUnits, parseUnits } from './amount';

describe('formatUnits', () => {
  it.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [12_500_000_000_000_000_000n, 18, '12.5'],
    [10n ** 24n, 18, '1000000'],
    [1_000_001n, 6, '1.000001'],
    [42n, 0, '42'],
    [-1_500_000n, 6, '-1.5'],
  ])('writes %p of %p decimals as %p', (value, decimals, text) => {
    expect(formatUnits(value, decimals)).toBe(text);
  });
});

describe('parseUnits', () => {
  it('is the inverse of formatUnits', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n - 1n), fc.nat(77), (value, decimals) => {
        expect(parseUnits(formatUnits(value, decimals), decimals)).toBe(value);
      }),
      { numRuns: 300 },
    );
  });

  it('lets zeros stand at the end', () => {
    expect(parseUnits('1.500000000', 6)).toBe(1_500_000n);
    expect(parseUnits('007', 0)).toBe(7n);
  });

  it.each(['', '.5', '5.', '-1', '+1', '1e3', '0x10', '1,5', ' 1', '1.2.3', '1_000', '١'])(
    'refuses %p',
    (text) => {
      expect(() => parseUnits(text, 18)).toThrow('decimal number');
    },
  );

  it('refuses to round', () => {
    expect(() => parseUnits('1.0000001', 6)).toThrow('more than 6');
  });
});
