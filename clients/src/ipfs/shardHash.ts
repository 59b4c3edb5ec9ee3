const WORD = 2n ** 64n - 1n;
const [C1, C2] = [0x87c37b91114253d5n, 0x4cf5ad432745937fn];

const turn = (value: bigint, by: bigint): bigint => ((value << by) | (value >> (64n - by))) & WORD;
const times = (a: bigint, b: bigint): bigint => (a * b) & WORD;
const sum = (a: bigint, b: bigint): bigint => (a + b) & WORD;

function finish(value: bigint): bigint {
  const first = times(value ^ (value >> 33n), 0xff51afd7ed558ccdn);
  const second = times(first ^ (first >> 33n), 0xc4ceb9fe1a85ec53n);
  return second ^ (second >> 33n);
}

/** Eight bytes from a place on as a number, the lowest first; zero beyond the end. */
const wordAt = (bytes: Uint8Array, at: number): bigint =>
  bytes.slice(at, at + 8).reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);

/**
 * The hash by which large directories of IPFS find a name: the first half of MurmurHash3's 128 bits
 * (specs.ipfs.tech, UnixFS, HAMTDirectory), as bytes that each choose one of 256 places of a level.
 */
export function shardHash(name: string): readonly number[] {
  const bytes = new TextEncoder().encode(name);
  const length = BigInt(bytes.length);
  let [a, b] = [0n, 0n];
  for (let at = 0; at < bytes.length; at += 16) {
    const mixedA = a ^ times(turn(times(wordAt(bytes, at), C1), 31n), C2);
    const mixedB = b ^ times(turn(times(wordAt(bytes, at + 8), C2), 33n), C1);
    const isWhole = at + 16 <= bytes.length;
    a = isWhole ? sum(times(sum(turn(mixedA, 27n), b), 5n), 0x52dce729n) : mixedA;
    b = isWhole ? sum(times(sum(turn(mixedB, 31n), a), 5n), 0x38495ab5n) : mixedB;
  }
  const first = sum(a ^ length, b ^ length);
  const [endA, endB] = [finish(first), finish(sum(first, b ^ length))];
  const digits = sum(endA, endB).toString(16).padStart(16, '0');
  return (digits.match(/../gu) ?? []).map((pair) => Number.parseInt(pair, 16));
}
