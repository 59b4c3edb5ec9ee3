import { ADDRESS_BOUND, ETHEREUM_BOUND, FIELD_PRIME } from '../../schema/primitives';
import { isIdentifier, isWellKnown, nameOfSelector } from '../selector';
import type { TypedValue } from './basic';

/**
 * A smaller felt is a number, a short text, or random: no address has so many zeros in front. Those of
 * Ethereum have 160 bits.
 */
const SMALLEST_ADDRESS = 2n ** 192n;
const SMALLEST_ETHEREUM = 2n ** 152n;
const HEX_ADDRESS = /^0x[0-9a-f]{40,64}$/iu;
const DIGITS = /^(?:0x[0-9a-f]{1,64}|\d{1,78})$/iu;
/** Types of which each felt may be anything, whatever text a site writes. */
const plainTypes = ['felt', 'felt252', 'shortstring', 'string'];

/** The number that a value states: its felt, or the digits of its text; undefined for words. */
export function readNumber(value: TypedValue): bigint | undefined {
  if (value.as === 'text' && DIGITS.test(value.text)) return BigInt(value.text);
  if (value.as !== 'felt') return undefined;
  const { type, felt, text } = value;
  if (text !== undefined && type !== 'selector') return undefined;
  const number = BigInt(felt);
  if (type === 'i128' && number > FIELD_PRIME / 2n) return FIELD_PRIME - number;
  return number;
}

const FULL_BITS = 20;
const ROUND_BITS = 2n ** 64n;
const SMALLEST_MAXIMUM = 2n ** 64n - 1n;
const LARGEST_SUPPLY = 2n ** 112n;
const TRILLION_TOKENS = 10n ** 30n;
const TOKEN = 10n ** 18n;

/**
 * True for what stands for "without limit": the greatest number of a type or one close to it, and a
 * round one above every supply. A random number is one in a million times.
 */
export function isMaximum(number: bigint): boolean {
  if (number < SMALLEST_MAXIMUM) return false;
  const bits = number.toString(2);
  return (
    bits.startsWith('1'.repeat(FULL_BITS)) ||
    (number >= LARGEST_SUPPLY && number % ROUND_BITS === 0n) ||
    (number >= TRILLION_TOKENS && number % TOKEN === 0n)
  );
}

/** An address by its type or, where the type says nothing, by its size. */
export function readAddress(value: TypedValue): bigint | undefined {
  const number = readNumber(value);
  if (number === undefined) return undefined;
  if (value.type === 'ContractAddress') return number;
  const isHex = value.as === 'text' && HEX_ADDRESS.test(value.text);
  const isPlain = value.as === 'text' || isPlainFelt(value);
  const isEthereum = number >= SMALLEST_ETHEREUM && number < ETHEREUM_BOUND;
  const isLarge = number >= SMALLEST_ADDRESS || isEthereum || isHex;
  if (isPlain && isLarge && number < ADDRESS_BOUND && !isMaximum(number)) return number;
  return undefined;
}

const isPlainFelt = ({ type }: TypedValue): boolean => plainTypes.includes(type);

/** One-time numbers are signed as selectors, too; some of them are identifiers. */
const RANDOM = /^[0-9a-f]{8,}$/iu;
/** Functions are named in lower case; symbols of tokens and names of people are not. */
const FUNCTION = /^[a-z_][A-Za-z0-9_]*$/u;

/** The function that a felt names: undefined for a text that may as well be another word. */
export function readFunction(value: TypedValue): { name: string | null } | undefined {
  if (value.as !== 'felt') return undefined;
  const { type, felt, text } = value;
  if (type === 'selector') {
    if (text === undefined) return { name: nameOfSelector(felt) ?? null };
    if (isIdentifier(text) && !RANDOM.test(text)) return { name: text };
    return undefined;
  }
  if (!isPlainFelt(value) || text !== undefined) return undefined;
  const name = nameOfSelector(felt);
  if (name === undefined) return undefined;
  return { name };
}

/**
 * The function that the text beside a target can only name, in a list of nothing else: a well-known
 * one, or any word.
 */
export function readFunctionText(
  value: TypedValue,
  words: 'wellKnown' | 'any',
): { name: string | null } | undefined {
  const byHash = readFunction(value);
  if (byHash) return byHash;
  if ((value.as !== 'felt' && value.as !== 'text') || !isPlainFelt(value)) return undefined;
  const { text } = value;
  if (text === undefined) return undefined;
  if (isWellKnown(text) || (words === 'any' && FUNCTION.test(text))) return { name: text };
  return undefined;
}

/** From 2017 to 2286, in seconds; and the same in milliseconds. */
const FIRST_SECOND = 1_500_000_000n;
const LAST_SECOND = 10_000_000_000n;
const MS = 1_000n;
const timeTypes = [...plainTypes, 'u32', 'u64', 'u128', 'i128'];
const DATE = /^(\d{4})([-/.])(\d\d)\2(\d\d)$/u;
const CLOCK = /^(\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/u;

/** Unix seconds of a date, with or without a time of day; UTC if it names no zone. */
function readDate(text: string): bigint | undefined {
  const [, year, , month, day] = DATE.exec(text.slice(0, 10)) ?? [];
  const [, clock, zone = 'Z'] = CLOCK.exec(text.slice(11)) ?? [];
  const isWhole = text.length === 10 || (clock !== undefined && /[T ]/u.test(text.charAt(10)));
  if (year === undefined || !isWhole) return undefined;
  const offset = /\d/u.test(zone) ? zone.replace(/(\d\d):?(\d\d)$/u, '$1:$2') : 'Z';
  const ms = Date.parse(`${year}-${month}-${day}T${clock ?? '00:00'}${offset}`);
  if (ms >= 0) return BigInt(Math.floor(ms / Number(MS)));
  return undefined;
}

/**
 * Unix seconds of a value that is a time by its type, or by its size; undefined for any other. The
 * greatest number of 64 bits and more is a time that never comes.
 */
export function readTime(value: TypedValue): bigint | undefined {
  const text = value.as === 'felt' || value.as === 'text' ? value.text : undefined;
  const date = text === undefined ? undefined : readDate(text);
  if (date !== undefined) return date;
  const number = readNumber(value);
  if (number === undefined || value.type === 'timestamp') return number;
  if (!timeTypes.includes(value.type)) return undefined;
  if (number >= FIRST_SECOND && number < LAST_SECOND) return number;
  if (number >= FIRST_SECOND * MS && number < LAST_SECOND * MS) return number / MS;
  if (number === SMALLEST_MAXIMUM) return number;
  return undefined;
}

/** Unix seconds of a number that could be microseconds; many amounts are as large. */
export function readMicroseconds(value: TypedValue): bigint | undefined {
  if (!timeTypes.includes(value.type)) return undefined;
  const seconds = (readNumber(value) ?? 0n) / (MS * MS);
  if (seconds >= FIRST_SECOND && seconds < LAST_SECOND) return seconds;
  return undefined;
}

/** Every single value within a value. */
export function listValues(value: TypedValue): TypedValue[] {
  switch (value.as) {
    case 'felt':
    case 'text':
      return [value];
    case 'struct':
      return value.fields.flatMap((field) => listValues(field.value));
    default:
      return value.items.flatMap(listValues);
  }
}
