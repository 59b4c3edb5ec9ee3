import { ADDRESS_BOUND, FIELD_PRIME } from '../../src/schema/primitives';

/**
 * What a text may be, as regular expressions for the documentation: JSON Schema has no other way to
 * say that a text is a number below a bound. The structs decide by numbers; a test holds both to
 * each other.
 */

/** The digits of a positional system in order; those that mean the same stand together. */
type Alphabet = readonly string[];
const decimals: Alphabet = [...'0123456789'];
const hexes: Alphabet = [...decimals, 'aA', 'bB', 'cC', 'dD', 'eE', 'fF'];
const base58: Alphabet = [...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'];

const oneOf = (alphabet: Alphabet): string => `[${alphabet.join('')}]`;

/** Texts of as many digits as `bound` that stand for less. */
function lessThan(bound: string, alphabet: Alphabet): string {
  let pattern = '';
  for (let at = bound.length - 1; at >= 0; at -= 1) {
    const digit = alphabet.findIndex((same) => same.includes(bound.charAt(at)));
    const rest = bound.length - 1 - at;
    const lower = digit > 0 ? `${oneOf(alphabet.slice(0, digit))}${oneOf(alphabet)}{${rest}}` : '';
    const same = pattern && `${oneOf([alphabet[digit] ?? ''])}${pattern}`;
    pattern = [lower, same].filter(Boolean).join('|');
    if (lower && same) pattern = `(?:${pattern})`;
  }
  return pattern;
}

const below = (bound: string, alphabet: Alphabet): string =>
  `0*(?:${oneOf(alphabet)}{1,${bound.length - 1}}|${lessThan(bound, alphabet)})$`;

const hexBelow = (bound: bigint): string =>
  `0[xX](?=0{0,64}${oneOf(hexes)}{1,64}$)${below(bound.toString(16), hexes)}`;
const decimalBelow = (bound: bigint): string => `(?=[0-9]{1,78}$)${below(String(bound), decimals)}`;

/** Hex or decimal text of a number below the bound. */
const numberBelow = (bound: bigint): string => `^(?:${hexBelow(bound)}|${decimalBelow(bound)})`;
/** The same in hex alone. */
const hexTextBelow = (bound: bigint): string => `^${hexBelow(bound)}`;

/** Any spelling of one of these numbers, in hex and in decimal. */
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

/** Multihashes of SHA-256 in base 58 are those from the first of these to the one before the second. */
const sha256In58 = {
  from: 'QmNLei78zWmzUdbeRB3CiUfAizWUrbeeZh5K1rhAQKCh51',
  before: 'QmfZy5bvk7a3DQAjCbGNtmrPXWkyVvPrdnZMyBZ5q5ieKH',
} as const;

/** `ipfs://` and the identifier of a file: version 0, or version 1 in base 32, by its SHA-256. */
const ipfsLink = (): string => {
  const old = `(?!${lessThan(sha256In58.from, base58)}$)${lessThan(sha256In58.before, base58)}`;
  return `^ipfs://(?:${old}|b(?:afkrei|afybei)[a-h][a-z2-7]{50}[aeimquy4])$`;
};

const QUERY_BIT = 2n ** 128n;

/** The forms that the structs point to, for the components of openrpc.json. */
export const textForms = () => ({
  felt: { pattern: numberBelow(FIELD_PRIME) },
  feltInHex: { pattern: hexTextBelow(FIELD_PRIME) },
  u64: { pattern: numberBelow(2n ** 64n) },
  u128: { pattern: numberBelow(2n ** 128n) },
  address: { pattern: hexTextBelow(ADDRESS_BOUND) },
  zeroOrOne: { pattern: spellingsOf(0n, 1n) },
  version: { pattern: spellingsOf(1n, 3n, QUERY_BIT + 1n, QUERY_BIT + 3n) },
  ipfsLink: { pattern: ipfsLink() },
});
