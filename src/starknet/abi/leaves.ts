import { FIELD_PRIME } from '../../schema/primitives';
import { parseText, toHex } from '../felt';
import { type Codec, countLeft, takeFelt } from './codec';

const WORD_BYTES = 31;
const WORD_BOUND = 2n ** 248n;
const LIMB_BITS = 128n;
const LIMB_BOUND = 2n ** LIMB_BITS;

const leaf = (type: string, minFelts: number, read: Codec['read']): Codec => ({
  type,
  minFelts,
  parts: 1,
  depth: 1,
  read,
});

/** An integer of one felt within inclusive bounds; negative numbers are at the field's end. */
export const integer = (type: string, lowest: bigint, highest: bigint): Codec =>
  leaf(type, 1, (felts) => {
    const felt = takeFelt(felts);
    if (felt === undefined) return undefined;
    const value = felt > highest ? felt - FIELD_PRIME : felt;
    if (value < lowest || value > highest) return undefined;
    return { type, as: 'number', value: value.toString() };
  });

/** A number in limbs of 128 bits, the lowest first. */
export const limbs = (type: string, count: number): Codec =>
  leaf(type, count, (felts) => {
    let value = 0n;
    for (let index = 0n; index < count; index++) {
      const limb = takeFelt(felts);
      if (limb === undefined || limb >= LIMB_BOUND) return undefined;
      value |= limb << (index * LIMB_BITS);
    }
    return { type, as: 'number', value: value.toString() };
  });

/** One felt below a bound, in hex. */
export const felt = (
  type: string,
  as: 'felt' | 'address' | 'classHash' = 'felt',
  bound: bigint = FIELD_PRIME,
  spell: (value: bigint) => string = toHex,
): Codec =>
  leaf(type, 1, (felts) => {
    const value = takeFelt(felts);
    if (value === undefined || value >= bound) return undefined;
    return { type, as, value: spell(value) };
  });

export const bool = (type: string): Codec =>
  leaf(type, 1, (felts) => {
    const value = takeFelt(felts);
    if (value === undefined || value > 1n) return undefined;
    return { type, as: 'bool', value: value === 1n };
  });

/** Count of full words of 31 bytes, the words, the last bytes, and how many those are. */
export const byteArray = (type: string): Codec =>
  leaf(type, 3, (felts) => {
    const start = felts.position;
    const count = takeFelt(felts) ?? WORD_BOUND;
    if (count > countLeft(felts) - 2) return undefined;
    felts.position += Number(count);
    const [last = 0n, length = 0n] = [takeFelt(felts), takeFelt(felts)];
    const words = felts.values.slice(start + 1, start + 1 + Number(count));
    if (words.some((word) => word >= WORD_BOUND)) return undefined;
    if (length >= WORD_BYTES || last >= 256n ** length) return undefined;
    const raw = felts.values.slice(start, felts.position).map(toHex);
    const digits = [...words, last].map((word, index) =>
      word.toString(16).padStart(2 * (index < words.length ? WORD_BYTES : Number(length)), '0'),
    );
    // Bytes that are not text are shown in hex.
    const hex = `0x${digits.join('').slice(0, 2 * (WORD_BYTES * words.length + Number(length)))}`;
    return { type, as: 'text', value: parseText(raw) ?? hex, raw };
  });
