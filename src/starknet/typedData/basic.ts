import { ADDRESS_BOUND, FIELD_PRIME, parseNumber } from '../../schema/primitives';
import { shortString, toHex } from '../felt';
import { starknetKeccak } from '../selector';
import { type BasicType, type Revision, refuseTypedData } from './declarations';

type Path = readonly string[];
/** The signed felt of a value, and its text if it was given as one. */
type BasicValue = { readonly felt: bigint; readonly text?: string };

/** Implementations encode other characters differently. */
const PRINTABLE = /^[\x20-\x7e]*$/u;
const SIGNED = /^-[0-9]{1,39}$/u;
const SELECTOR_BOUND = 2n ** 250n;

function printable(value: unknown, path: Path): string {
  if (typeof value !== 'string') return refuseTypedData(path, 'expected a text.');
  if (PRINTABLE.test(value)) return value;
  return refuseTypedData(
    path,
    'use printable ASCII only: libraries encode other characters differently.',
  );
}

function unsigned(bound: bigint, expected: string) {
  return (value: unknown, path: Path): BasicValue => {
    const felt = parseNumber(value) ?? bound;
    if (felt < bound) return { felt };
    return refuseTypedData(
      path,
      `expected ${expected}, as a number or as decimal or hexadecimal text.`,
    );
  };
}

/** Texts that some parsers, such as BigInt, accept as a number although SNIP-12 does not. */
const NUMERIC = /^[-+]?0[xob]|^ *(?:[-+]?\d+|0x[0-9a-f]+|0o[0-7]+|0b[01]+)? *$/iu;

/** A number, or a text of up to 31 characters; both are signed as one felt. */
function parseFeltOrText(value: unknown, path: Path): BasicValue {
  const felt = parseNumber(value);
  if (felt !== undefined && felt < FIELD_PRIME) return { felt };
  if (felt !== undefined)
    return refuseTypedData(path, 'expected a number below the prime of the field.');
  if (typeof value === 'number')
    return refuseTypedData(path, 'expected a whole number of at most 2^53 - 1.');
  const text = printable(value, path);
  if (text.length > 31) refuseTypedData(path, 'use 31 characters at most in a short string.');
  if (text !== '' && NUMERIC.test(text))
    refuseTypedData(
      path,
      'libraries read this differently: use a number in digits or hex, or another text.',
    );
  return { felt: BigInt(shortString(text)), text };
}

function parseSelector(value: unknown, path: Path): BasicValue {
  if (typeof value !== 'string') return refuseTypedData(path, 'expected the name of a function.');
  const isHex = /^0x/iu.test(value);
  const felt = (isHex ? parseNumber(value) : undefined) ?? SELECTOR_BOUND;
  if (felt < SELECTOR_BOUND) return { felt };
  if (isHex || NUMERIC.test(value))
    refuseTypedData(path, 'expected the name of a function, or a selector in hex below 2^250.');
  // Sites also sign other texts as selectors, such as one-time numbers.
  return { felt: starknetKeccak(printable(value, path)), text: value };
}

function parseSigned(value: unknown, path: Path): BasicValue {
  const negative =
    (Number.isSafeInteger(value) && Number(value) < 0) ||
    (typeof value === 'string' && SIGNED.test(value));
  const number = negative ? BigInt(value as string | number) : parseNumber(value); // tested above
  if (number === undefined || number >= 2n ** 127n || number < -(2n ** 127n))
    return refuseTypedData(path, 'expected a signed number of 128 bits.');
  return { felt: number < 0n ? number + FIELD_PRIME : number };
}

function parseBoolean(value: unknown, path: Path): BasicValue {
  if (typeof value !== 'boolean') return refuseTypedData(path, 'expected true or false.');
  return { felt: BigInt(value) };
}

const readers: Record<BasicType, (value: unknown, path: Path) => BasicValue> = {
  felt: parseFeltOrText,
  felt252: parseFeltOrText,
  shortstring: parseFeltOrText,
  /** Revision 0 only; in revision 1 a string is more than one felt. */
  string: parseFeltOrText,
  bool: parseBoolean,
  selector: parseSelector,
  u8: unsigned(2n ** 8n, 'an unsigned number of 8 bits'),
  u16: unsigned(2n ** 16n, 'an unsigned number of 16 bits'),
  u32: unsigned(2n ** 32n, 'an unsigned number of 32 bits'),
  u64: unsigned(2n ** 64n, 'an unsigned number of 64 bits'),
  u128: unsigned(2n ** 128n, 'an unsigned number of 128 bits'),
  timestamp: unsigned(2n ** 128n, 'a time in seconds'),
  i128: parseSigned,
  ContractAddress: unsigned(ADDRESS_BOUND, 'a contract address below 2^251 - 256'),
  ClassHash: unsigned(FIELD_PRIME, 'a class hash'),
};

/** Checks a value without nested values. */
export function parseBasic(
  type: BasicType,
  value: unknown,
  path: Path,
  revision: Revision,
): TypedValue {
  if (type === 'string' && revision === 1)
    return { as: 'text', type, text: printable(value, path) };
  const { felt, text } = readers[type](value, path);
  return { as: 'felt', type, felt: toHex(felt), ...(text !== undefined && { text }) };
}

/**
 * A value exactly as it is signed: the hash and the display are two views of this one tree. `felt`
 * is canonical hex.
 */
export type TypedValue =
  | {
      readonly as: 'felt';
      readonly type: BasicType;
      readonly felt: string;
      /** The text behind the felt: a short string, or the name of a selector. */
      readonly text?: string;
    }
  | { readonly as: 'text'; readonly type: 'string'; readonly text: string }
  | TypedValueOf<'list'>
  | TypedValueOf<'tree'>
  | {
      readonly as: 'enum';
      readonly type: string;
      readonly variant: string;
      readonly index: number;
      readonly items: readonly TypedValue[];
    }
  | TypedStruct;
type TypedValueOf<As extends string> = {
  readonly as: As;
  readonly type: string;
  readonly items: readonly TypedValue[];
};
export type TypedStruct = {
  readonly as: 'struct';
  readonly type: string;
  /** Canonical hex of SNIP-12's type_hash. */
  readonly typeHash: string;
  readonly fields: readonly { readonly name: string; readonly value: TypedValue }[];
};

/** Letters and digits of a name, in lower case: `Execute After` equals execute_after. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/gu, '');

/** The first field with a plain name; undefined if there is none. */
export const findField = ({ fields }: TypedStruct, name: string): TypedValue | undefined =>
  fields.find((field) => plainName(field.name) === name)?.value;

/** The felt of that field; undefined if the field is not a felt. */
export function findFelt(struct: TypedStruct, name: string): string | undefined {
  const value = findField(struct, name);
  if (value?.as === 'felt') return value.felt;
  return undefined;
}

type Found = { readonly struct: TypedStruct; readonly path: readonly string[] };

/** Every struct within a value, itself first, with its path. */
export function listStructs(value: TypedValue, path: readonly string[]): Found[] {
  switch (value.as) {
    case 'felt':
    case 'text':
      return [];
    case 'list':
    case 'tree':
      return value.items.flatMap((item, i) => listStructs(item, [...path, `${i}`]));
    case 'enum':
      return value.items.flatMap((item, i) => listStructs(item, [...path, value.variant, `${i}`]));
    case 'struct':
      return [
        { struct: value, path },
        ...value.fields.flatMap((field) => listStructs(field.value, [...path, field.name])),
      ];
  }
}
