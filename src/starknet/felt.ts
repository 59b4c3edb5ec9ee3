import { fail } from '@xnet/clients/errors';
import {
  byteDigits,
  canonicalAddress,
  canonicalFelt,
  FIELD_PRIME,
  greater,
} from '../schema/primitives';

/** A non-negative number as canonical hex: 0x, lower case, no leading zeros. */
export function toHex(value: bigint): string {
  if (value < 0n) fail('internal', 'A negative number has no hex form.');
  return canonicalFelt(value);
}

/** 0x and 64 digits, the only spelling of contract addresses in this module. */
export const toAddress = (value: bigint | string): string => canonicalAddress(BigInt(value));

/** ASCII text of at most 31 characters as a felt, first character in the highest byte. */
export function shortString(text: string): string {
  let felt = 0n;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code > 127) fail('internal', 'A short string holds ASCII only.');
    felt = (felt << 8n) | BigInt(code);
  }
  if (text.length > 31) fail('internal', 'A short string holds 31 characters at most.');
  return toHex(felt);
}

/** The number that a felt stands for if it may be negative. */
export const signedNumber = (felt: bigint): bigint => {
  if (felt > FIELD_PRIME / 2n) return felt - FIELD_PRIME;
  return felt;
};

/** An amount in units of 10^decimals, exact: no grouping, no trailing zeros, '.' as the point. */
export function formatUnits(value: bigint, decimals: number): string {
  const digits = greater(value, -value)
    .toString()
    .padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/u, '');
  return `${value < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

const SHORT_STRING = 31;

/** Bytes of a felt as a short string stores them: big-endian, without leading zeros. */
function bytesOf(felt: string, length?: number): number[] | undefined {
  const digits = BigInt(felt).toString(16);
  const padded = digits.padStart((length ?? 0) * 2, '0');
  if (length !== undefined && padded.length !== length * 2) return undefined;
  const bytes = byteDigits(padded).match(/../gu) ?? [];
  return bytes.map((byte) => Number.parseInt(byte, 16));
}

const decode = (bytes: readonly number[]): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
};

/**
 * The text that a contract returned: one felt is a short string, several are a ByteArray (count of
 * full words of 31 bytes, the words, the last bytes, and how many those are). Undefined for
 * anything else.
 */
export function parseText(felts: readonly string[] | undefined): string | undefined {
  if (!felts || felts.length === 0) return undefined;
  const [first = '0x0', ...otherFelts] = felts;
  if (otherFelts.length === 0 && BigInt(first) === 0n) return '';
  if (otherFelts.length === 0) return decode(bytesOf(first) ?? []);
  const count = Number(BigInt(first));
  if (otherFelts.length !== count + 2) return undefined;
  const words = otherFelts.slice(0, count).map((word) => bytesOf(word, SHORT_STRING));
  const [tail = '0x0', tailLength = '0x0'] = otherFelts.slice(count);
  const length = Number(BigInt(tailLength));
  if (length >= SHORT_STRING) return undefined;
  const last = length === 0 ? [] : bytesOf(tail, length);
  if (words.includes(undefined) || !last) return undefined;
  return decode([...words.flatMap((word) => word ?? []), ...last]);
}
