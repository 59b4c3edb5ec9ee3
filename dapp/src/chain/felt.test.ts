import { describe, expect, it } from '@jest/globals';
import { parseAddress, shorten, u256Felts } from './felt';

const full = `0x${'0'.repeat(60)}12ab`;

describe('parseAddress', () => {
  it('pads and lowers what a person typed', () => {
    expect(parseAddress(' 0x12AB ')).toBe(full);
  });

  it.each([
    ['', 'starts with 0x'],
    ['12ab', 'starts with 0x'],
    ['mine: 0x12ab', 'starts with 0x'],
    ['0x', 'it ends after 0x'],
    ['0xzz', 'after 0x it has other signs than 0-9 and a-f'],
    [`0x${'1'.repeat(65)}`, 'it has 65 digits after 0x, and 64 is the most'],
    [`0x${'a'.repeat(40)}`, 'Ethereum'],
    ['0x0', 'no such Starknet address'],
    [`0x${(2n ** 251n - 256n).toString(16)}`, 'no such Starknet address'],
  ])('refuses %p', (text, why) => {
    expect(() => parseAddress(text)).toThrow(why);
  });
});

describe('u256Felts', () => {
  it('puts the low limb first', () => {
    expect(u256Felts(2n ** 128n * 3n + 5n)).toEqual(['0x5', '0x3']);
    expect(u256Felts(2n ** 128n - 1n)).toEqual([`0x${'f'.repeat(32)}`, '0x0']);
  });
});

describe('shorten', () => {
  it('keeps both ends of what is long, and all of what is short', () => {
    expect(shorten(full)).toBe('0x0000…12ab');
    expect(shorten('0x12ab')).toBe('0x12ab');
  });
});
