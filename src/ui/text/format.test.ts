import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { groupHex } from './format';

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
