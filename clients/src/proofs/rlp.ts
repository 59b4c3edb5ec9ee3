import { concatBytes } from '@noble/hashes/utils.js';
import { toTrimmed } from './bytes';

/** A decoded item of Recursive Length Prefix (Ethereum Yellow Paper, appendix B). */
export type Rlp = Uint8Array | readonly Rlp[];

/** Trie nodes nest two levels; deeper nesting is no valid proof. */
const MAX_DEPTH = 8;

/**
 * Decodes exactly one item. Strict: undefined for any encoding that is not canonical, such as a
 * length in more bytes than needed, or for trailing bytes.
 */
export function decodeRlp(bytes: Uint8Array): Rlp | undefined {
  const read = readItem(bytes, 0, MAX_DEPTH);
  if (read?.end === bytes.length) return read.item;
  return undefined;
}

/** The encoded first item of the list that the bytes begin with, if that item is a list, too. */
export function sliceFirstList(bytes: Uint8Array): Uint8Array | undefined {
  const [list] = bytes;
  const outer = list !== undefined && list >= 0xc0 && readSpan(bytes, 0, list - 0xc0);
  if (!outer || (bytes[outer.start] ?? 0) < 0xc0) return undefined;
  const first = readSpan(bytes, outer.start, (bytes[outer.start] ?? 0) - 0xc0);
  return first && bytes.subarray(outer.start, first.end);
}

type RlpRead = { item: Rlp; end: number };

function readItem(bytes: Uint8Array, offset: number, depth: number): RlpRead | undefined {
  const first = bytes[offset];
  if (first === undefined || depth === 0) return undefined;
  if (first < 0x80) return { item: bytes.subarray(offset, offset + 1), end: offset + 1 };
  const isList = first >= 0xc0;
  const span = readSpan(bytes, offset, first - (isList ? 0xc0 : 0x80));
  if (!span) return undefined;
  const { start, end } = span;
  if (isList) return parseRlpList(bytes, start, end, depth);
  const item = bytes.subarray(start, end);
  // A single byte below 0x80 must encode itself.
  if (item.length === 1 && (item[0] ?? 0) < 0x80) return undefined;
  return { item, end };
}

function parseRlpList(
  bytes: Uint8Array,
  start: number,
  end: number,
  depth: number,
): RlpRead | undefined {
  const items: Rlp[] = [];
  let offset = start;
  while (offset < end) {
    const read = readItem(bytes, offset, depth - 1);
    if (!read || read.end > end) return undefined;
    items.push(read.item);
    offset = read.end;
  }
  return { item: items, end };
}

/** Locates the payload; `size` is its length up to 55, or 55 plus the size of its length. */
function readSpan(bytes: Uint8Array, offset: number, size: number) {
  const sizeBytes = Math.max(size - 55, 0);
  const start = offset + 1 + sizeBytes;
  const digits = bytes.subarray(offset + 1, start);
  if (digits[0] === 0) return undefined;
  const length = sizeBytes === 0 ? size : digits.reduce((sum, digit) => sum * 256 + digit, 0);
  if (sizeBytes > 0 && length < 56) return undefined;
  const end = start + length;
  if (end <= bytes.length) return { start, end };
  return undefined;
}

/** Encodes a list of byte strings. */
export function encodeRlpList(items: readonly Uint8Array[]): Uint8Array {
  return withPrefix(concatBytes(...items.map(encodeBytes)), 0xc0);
}

/** A single byte below 0x80 encodes itself. */
const encodeBytes = (bytes: Uint8Array): Uint8Array => {
  if (bytes.length === 1 && (bytes[0] ?? 0) < 0x80) return bytes;
  return withPrefix(bytes, 0x80);
};

/** The payload behind its kind and length. */
function withPrefix(payload: Uint8Array, base: number): Uint8Array {
  if (payload.length < 56) return concatBytes(Uint8Array.of(base + payload.length), payload);
  const size = toTrimmed(BigInt(payload.length));
  return concatBytes(Uint8Array.of(base + 55 + size.length), size, payload);
}
