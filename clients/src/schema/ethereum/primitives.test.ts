import { expect, it } from '@jest/globals';
import {
  Address,
  BlockParameter,
  Bloom,
  Bytes8,
  Data,
  EthQuantity,
  Hash,
  Word,
} from './primitives';

const hex = (digits: number) => `0x${'Aa'.repeat(digits).slice(0, digits)}`;

it.each([
  ['EthQuantity', EthQuantity, ['0x0', '0x1', hex(64)], ['0x', '0x00', '0x01', hex(65)]],
  ['Data', Data, ['0x', hex(2), hex(4)], [hex(1), hex(3)]],
  ['Bytes8', Bytes8, [hex(16)], [hex(15), hex(17)]],
  ['Address', Address, [hex(40)], [hex(39), hex(41)]],
  ['Hash', Hash, [hex(64)], [hex(63), hex(65)]],
  ['Bloom', Bloom, [hex(512)], [hex(511), hex(513)]],
  ['Word', Word, ['0x0', hex(1), hex(64)], ['0x', hex(65)]],
  ['BlockParameter', BlockParameter, ['safe', '0x0'], ['Safe', '', hex(65)]],
])('accepts for %s its own length and either case alone', (_, struct, good, bad) => {
  for (const text of good) expect(struct.is(text)).toBe(true);
  for (const text of bad) expect(struct.is(text)).toBe(false);
});
