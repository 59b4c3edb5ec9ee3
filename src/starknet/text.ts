const SHORT_STRING = 31;

/** Bytes of a felt as they stand in a short string: big-endian, without leading zeros. */
function bytesOf(felt: string, length?: number): number[] | undefined {
  const digits = BigInt(felt).toString(16);
  const padded = length === undefined ? digits : digits.padStart(length * 2, '0');
  if (length !== undefined && padded.length !== length * 2) return undefined;
  const even = padded.length % 2 === 0 ? padded : `0${padded}`;
  return (even.match(/../gu) ?? []).map((byte) => Number.parseInt(byte, 16));
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
export function readText(felts: readonly string[] | undefined): string | undefined {
  if (!felts || felts.length === 0) return undefined;
  const [first = '0x0', ...rest] = felts;
  if (rest.length === 0) return BigInt(first) === 0n ? '' : decode(bytesOf(first) ?? []);
  const count = Number(BigInt(first));
  if (rest.length !== count + 2) return undefined;
  const words = rest.slice(0, count).map((word) => bytesOf(word, SHORT_STRING));
  const [tail = '0x0', tailLength = '0x0'] = rest.slice(count);
  const length = Number(BigInt(tailLength));
  if (length >= SHORT_STRING) return undefined;
  const last = length === 0 ? [] : bytesOf(tail, length);
  if (words.includes(undefined) || !last) return undefined;
  return decode([...words.flatMap((word) => word ?? []), ...last]);
}
