import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shortString as reference } from 'starknet';
import { formatUnits, shortString, toAddress, toHex } from './felt';

describe('toHex', () => {
  it('writes lower case without leading zeros', () => {
    expect([0n, 1n, 0xabcdn].map(toHex)).toEqual(['0x0', '0x1', '0xabcd']);
  });

  it('refuses a negative number', () => {
    expect(() => toHex(-1n)).toThrow('negative');
  });
});

describe('toAddress', () => {
  it('gives every spelling of an address the same 64 digits', () => {
    const spelt = `0x${'0'.repeat(61)}abc`;
    expect([0xabcn, '0xabc', '0x0ABC', spelt].map(toAddress)).toEqual(Array(4).fill(spelt));
  });
});

describe('shortString', () => {
  it('names the networks', () => {
    expect(shortString('SN_MAIN')).toBe('0x534e5f4d41494e');
    expect(shortString('SN_SEPOLIA')).toBe('0x534e5f5345504f4c4941');
    expect(shortString('')).toBe('0x0');
  });

  it('agrees with starknet.js', () => {
    const ascii = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 31 });
    fc.assert(
      fc.property(ascii, (text) => {
        expect(shortString(text)).toBe(reference.encodeShortString(text).replace(/^0x0+/u, '0x'));
      }),
      { numRuns: 200 },
    );
  });

  it('refuses text that does not fit', () => {
    expect(() => shortString('ä')).toThrow('ASCII');
    expect(() => shortString('\u{1f600}')).toThrow('ASCII');
    expect(() => shortString('a'.repeat(32))).toThrow('31');
  });
});

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
