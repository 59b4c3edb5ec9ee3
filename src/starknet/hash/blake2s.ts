import { FIELD_PRIME } from '../../schema/primitives';
import { countEffort, type Steps } from '../effort';

// In the sandbox each access to a global costs some 200 ns, so loops use only module constants.
const prime = FIELD_PRIME;
const bigIntOf = BigInt;
const parseDigits = Number.parseInt;
/** Felts below this are two words, all others eight, with the highest bit of the first one set. */
const SHORT = 2n ** 63n;

// RFC 7693, sections 2.6 and 2.7; the word order of each round as hex digits.
const IV = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];
const SIGMA = [
  '0123456789abcdef',
  'ea489fd61c02b753',
  'b8c052fdae367194',
  '7931dcbe265a40f8',
  '905724afe1bc683d',
  '2c6a0b834d75fe19',
  'c51fed4a0763928b',
  'db7ec13950f4862a',
  '6fe9b308c2d714a5',
  'a2847615fb9e3cd0',
].map((round) => [...round].map((digit) => parseDigits(digit, 16)));
const LANES = ['048c', '159d', '26ae', '37bf', '05af', '16bc', '278d', '349e'].map((lane) =>
  [...lane].map((digit) => parseDigits(digit, 16)),
);

/** Words to hash per step. */
const WORDS_PER_STEP = 2_048;

/** Unkeyed Blake2s with 32 bytes of output; words have four bytes, little-endian. */
function* blake2s(words: Uint32Array): Steps<Uint32Array> {
  const hash = Uint32Array.from(IV);
  hash[0] = Number(hash[0]) ^ 0x01010020;
  const v = new Uint32Array(16);
  /** Reads a word; `noUncheckedIndexedAccess` cannot know that none is out of range. */
  const wordAt = (list: Uint32Array, index: number): number => list[index] ?? 0;
  const turn = (to: number, addend: number, bits: number) => {
    const x = wordAt(v, to) ^ wordAt(v, addend);
    v[to] = (x >>> bits) | (x << (32 - bits));
  };
  for (let start = 0; start === 0 || start < words.length; start += 16) {
    const end = Math.min(start + 16, words.length);
    v.set(hash);
    v.set(IV, 8);
    v[12] = wordAt(v, 12) ^ (4 * end);
    if (end === words.length) v[14] = ~wordAt(v, 14);
    for (const sigma of SIGMA)
      for (const [lane, [a = 0, b = 0, c = 0, d = 0]] of LANES.entries())
        for (const half of [0, 1]) {
          const word = start + (sigma[2 * lane + half] ?? 0);
          v[a] = wordAt(v, a) + wordAt(v, b) + wordAt(words, word);
          turn(d, a, half === 0 ? 16 : 8);
          v[c] = wordAt(v, c) + wordAt(v, d);
          turn(b, c, half === 0 ? 12 : 7);
        }
    for (let i = 0; i < 8; i += 1) hash[i] = wordAt(hash, i) ^ wordAt(v, i) ^ wordAt(v, i + 8);
    countEffort('blake2s');
    if (end % WORDS_PER_STEP === 0) yield;
  }
  return hash;
}

/**
 * Starknet's Blake2s of felts (`Blake2Felt252` of starknet-types-core): words of 32 bits, the highest
 * first; the hash is read as a little-endian number, modulo the prime.
 */
export function* blake2sSteps(felts: readonly bigint[]): Steps<bigint> {
  const words = new Uint32Array(8 * felts.length);
  let end = 0;
  for (const felt of felts) {
    const start = end;
    const isShort = felt < SHORT;
    const digits = felt.toString(16).padStart(isShort ? 16 : 64, '0');
    for (let offset = 0; offset < digits.length; offset += 8) {
      words[end] = parseDigits(digits.slice(offset, offset + 8), 16);
      end += 1;
    }
    if (!isShort) words[start] = (words[start] ?? 0) | 0x80000000;
  }
  const hash = yield* blake2s(words.subarray(0, end));
  return hash.reduceRight((sum, word) => (sum << 32n) | bigIntOf(word), 0n) % prime;
}
