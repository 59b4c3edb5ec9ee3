import { ADDRESS_BOUND, FIELD_PRIME } from '../../src/schema/primitives';

/**
 * Text formats as regular expressions for the documentation: JSON Schema cannot express that a text
 * is a number below a bound otherwise. The structs validate numerically; a test keeps both in step.
 */

/** Digits of a positional system in order; equivalent ones are in one entry. */
type Alphabet = readonly string[];
const decimals: Alphabet = [...'0123456789'];
const hexes: Alphabet = [...decimals, 'aA', 'bB', 'cC', 'dD', 'eE', 'fF'];
const base58: Alphabet = [...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'];

const oneOf = (alphabet: Alphabet): string => `[${alphabet.join('')}]`;

/** Matches texts with as many digits as `bound` that represent smaller numbers. */
function lessThan(bound: string, alphabet: Alphabet): string {
  let pattern = '';
  for (let index = bound.length - 1; index >= 0; index -= 1) {
    const digit = alphabet.findIndex((same) => same.includes(bound.charAt(index)));
    const remaining = bound.length - 1 - index;
    const lower =
      digit > 0 ? `${oneOf(alphabet.slice(0, digit))}${oneOf(alphabet)}{${remaining}}` : '';
    const same = pattern && `${oneOf([alphabet[digit] ?? ''])}${pattern}`;
    pattern = [lower, same].filter(Boolean).join('|');
    if (lower && same) pattern = `(?:${pattern})`;
  }
  return pattern;
}

const formsBelow = (bound: string, alphabet: Alphabet): string =>
  `0*(?:${oneOf(alphabet)}{1,${bound.length - 1}}|${lessThan(bound, alphabet)})$`;

const hexBelow = (bound: bigint): string =>
  `0[xX](?=0{0,64}${oneOf(hexes)}{1,64}$)${formsBelow(bound.toString(16), hexes)}`;
const decimalBelow = (bound: bigint): string =>
  `(?=[0-9]{1,78}$)${formsBelow(String(bound), decimals)}`;

/** Hex or decimal text of a number below the bound. */
const numberBelow = (bound: bigint): string => `^(?:${hexBelow(bound)}|${decimalBelow(bound)})`;
/** The same, hex only. */
const hexTextBelow = (bound: bigint): string => `^${hexBelow(bound)}`;

/** Any spelling of these numbers, in hex and decimal. */
const spellingsOf = (...numbers: readonly bigint[]): string =>
  `^(?:${numbers
    .flatMap((number) => {
      const [hex, decimal] = [number.toString(16), String(number)];
      return [
        `0[xX]0{0,${128 - hex.length}}${[...hex].map((digit) => oneOf(hexes.filter((one) => one.includes(digit)))).join('')}`,
        `0{0,${78 - decimal.length}}${decimal}`,
      ];
    })
    .join('|')})$`;

/** SHA-256 multihashes in base 58 range from `from` up to, not including, `before`. */
const sha256In58 = {
  from: 'QmNLei78zWmzUdbeRB3CiUfAizWUrbeeZh5K1rhAQKCh51',
  before: 'QmfZy5bvk7a3DQAjCbGNtmrPXWkyVvPrdnZMyBZ5q5ieKH',
} as const;

/** `ipfs://` and a file's CID: version 0, or version 1 in base 32, with SHA-256. */
const ipfsLink = (): string => {
  const old = `(?!${lessThan(sha256In58.from, base58)}$)${lessThan(sha256In58.before, base58)}`;
  return `^ipfs://(?:${old}|b(?:afkrei|afybei)[a-h][a-z2-7]{50}[aeimquy4])$`;
};

const QUERY_BIT = 2n ** 128n;
const versions = [0n, 1n, 2n, 3n];

/** The formats that structs refer to, for the components of openrpc.json. */
export const textForms = () => ({
  felt: { pattern: numberBelow(FIELD_PRIME) },
  feltInHex: { pattern: hexTextBelow(FIELD_PRIME) },
  u64: { pattern: numberBelow(2n ** 64n) },
  u128: { pattern: numberBelow(2n ** 128n) },
  address: { pattern: hexTextBelow(ADDRESS_BOUND) },
  zeroOrOne: { pattern: spellingsOf(0n, 1n) },
  version: { pattern: spellingsOf(...versions, ...versions.map((one) => QUERY_BIT + one)) },
  ipfsLink: { pattern: ipfsLink() },
});
