import type { StoredAccount } from '../../schema/account';
import { sameFelt } from '../../schema/primitives';
import { findClassName } from '../../starknet/accounts/classes';
import { toAddress, toHex } from '../../starknet/felt';
import { isWellKnown, MASK_250 } from '../../starknet/selector';
import type { TypedStruct, TypedValue } from '../../starknet/typedData/basic';
import { findPreset } from '../../starknet/typedData/declarations';
import type { TypedData } from '../../starknet/typedData/parse';
import {
  isMaximum,
  readAddress,
  readFunction,
  readMicroseconds,
  readNumber,
  readTime,
} from '../../starknet/typedData/values';
import type { TokensByAddress } from '../transactions/simulate';

/** A value of a message as its type and its size tell what it is; no name tells anything. */
export type Leaf = {
  readonly path: readonly string[];
  readonly type: string;
  readonly as:
    | 'signer'
    | 'token'
    | 'address'
    | 'number'
    | 'function'
    | 'class'
    | 'root'
    | 'piece'
    | 'felts'
    | 'text'
    | 'other';
  /** The number, the address, or 0. */
  readonly number: bigint;
  /** Set if it may be a time: unix seconds. */
  readonly time?: bigint;
  /** Set if it may be a time in microseconds, or an amount: unix seconds. */
  readonly longTime?: bigint;
  /** `whole`: its type says that it is a number of 256 bits; `halves`: its place does. */
  readonly amount?: 'whole' | 'halves';
  /** The token of an amount of the standard's type, in 64 digits. */
  readonly token?: string;
  /** Addresses within a longer text, except the signer's. */
  readonly innerAddresses?: readonly bigint[];
  /** The struct in which it stands. */
  readonly scope: TypedStruct;
};

/** A number that may be an amount, whatever else it may be. */
export const isQuantity = ({ as, type }: Leaf): boolean => as === 'number' && type !== 'timestamp';

/** A number that may be an amount, and is no time. */
export const isSize = (leaf: Leaf): boolean =>
  isQuantity(leaf) &&
  leaf.time === undefined &&
  (leaf.longTime === undefined || leaf.type !== 'u64');

/** An address that is not the signer's. */
export const isOther = ({ as }: Leaf): boolean => as === 'address' || as === 'token';

/** Hashes and keys are as large; no amount is. */
const SMALLEST_HASH = 2n ** 192n;
const HALF = 2n ** 128n;
const SMALLEST_HALF = 2n ** 112n;

/** A number that can only be a hash, a key or random. */
export const isHash = ({ as, type, number }: Leaf): boolean =>
  as === 'number' && !['i128', 'selector'].includes(type) && number >= SMALLEST_HASH;

const isHalf = ({ as, number }: Leaf): boolean =>
  as === 'number' && number >= SMALLEST_HALF && number < HALF;

/** A number above all that there is of any token. */
export const isRandom = (leaf: Leaf): boolean => isHash(leaf) || isHalf(leaf);

/** Numbers of one type in one struct that are as large as the halves of a hash, each with the next. */
export function listPairs(leaves: readonly Leaf[]): (readonly [Leaf, Leaf])[] {
  const halvesByScope = new Map<TypedStruct, Map<string, Leaf>>();
  return leaves.filter(isHalf).flatMap((leaf): (readonly [Leaf, Leaf])[] => {
    const halvesByType = halvesByScope.get(leaf.scope) ?? new Map<string, Leaf>();
    const previous = halvesByType.get(leaf.type);
    halvesByScope.set(leaf.scope, halvesByType.set(leaf.type, leaf));
    if (previous) return [[previous, leaf]];
    return [];
  });
}

type Place = Pick<Leaf, 'path' | 'scope'> & { readonly token?: string };
type Reader = {
  readonly account: Pick<StoredAccount, 'address'>;
  readonly listed: TokensByAddress;
  readonly revision: TypedData['revision'];
};

const isFelts = (value: TypedValue): boolean =>
  value.as === 'list' && value.items.length > 0 && value.items.every(({ as }) => as === 'felt');

/** A list that says of none of its values what it is: felts, texts, or numbers in halves. */
const isOpaque = (value: TypedValue): boolean =>
  value.as === 'list' &&
  value.items.length > 0 &&
  value.items.every(
    (item) =>
      item.as === 'felt' ||
      item.as === 'text' ||
      (item.as === 'struct' && readHalves(item) !== undefined),
  );

/** A function by its type or its hash; by its name where arguments stand beside it. */
const isFunction = (value: TypedValue, { fields }: TypedStruct): boolean =>
  readFunction(value) !== undefined ||
  ((value.as === 'felt' || value.as === 'text') &&
    value.text !== undefined &&
    isWellKnown(value.text) &&
    fields.some((field) => isOpaque(field.value)));

/**
 * The function of a call by its form alone: a struct of a target, a hash and a list of felts, with
 * at most one number beside them.
 */
function findCalled({ fields }: TypedStruct): TypedValue | undefined {
  const values = fields.map(({ value }) => value);
  const [list, ...lists] = values.filter((value) => value.as === 'list');
  const felts = values.filter((value) => value.as === 'felt');
  if (lists.length > 0 || felts.length + 1 !== values.length || felts.length > 3) return undefined;
  if (!list?.items.every(({ as }) => as === 'felt')) return undefined;
  const large = felts.filter((felt) => (readAddress(felt) ?? 0n) > 0n);
  const isSelector = (felt: (typeof felts)[number]) =>
    ['felt', 'felt252'].includes(felt.type) && BigInt(felt.felt) <= MASK_250;
  if (large.length === 2) return large.filter(isSelector).at(-1);
  return undefined;
}

function addressKind(number: bigint, { account, listed }: Reader): Leaf['as'] {
  if (number === 0n) return 'other';
  if (sameFelt(toHex(number), account.address)) return 'signer';
  if (Object.hasOwn(listed, toAddress(number))) return 'token';
  return 'address';
}

/** The type of a value; revision 0 calls felts strings, too. */
const typeOf = ({ as, type }: TypedValue): string => {
  if (as === 'felt' && type === 'string') return 'felt';
  return type;
};

/** A class by its type or, in any other felt, one that is known. */
function isClassHash(value: TypedValue): boolean {
  if (value.as !== 'felt') return false;
  if (value.type === 'ClassHash') return BigInt(value.felt) > 0n;
  return findClassName(value.felt) !== undefined;
}

const INNER_ADDRESS = /(?<![0-9a-z])0x[0-9a-f]{50,64}(?![0-9a-z])/giu;

/** Addresses in a text, such as in the JSON of an order. */
const listInnerAddresses = (value: TypedValue, { account }: Reader): bigint[] => {
  if (value.as !== 'text') return [];
  const addresses = value.text.match(INNER_ADDRESS) ?? [];
  return addresses.filter((one) => !sameFelt(one, account.address)).map(BigInt);
};

function readLeaf(value: TypedValue, place: Place, reader: Reader): Leaf {
  const type = typeOf(value);
  const leaf = (as: Leaf['as'], number = 0n): Leaf => ({ ...place, type, as, number });
  const address = readAddress(value);
  if (isFunction(value, place.scope)) return leaf('function');
  if (isClassHash(value)) return leaf('class');
  if (address !== undefined) return leaf(addressKind(address, reader), address);
  const number = type === 'bool' ? undefined : readNumber(value);
  const time = readTime(value);
  const isText = (value.as === 'felt' || value.as === 'text') && !!value.text;
  const word = isText ? 'text' : 'other';
  if (number === undefined && time === undefined) {
    const innerAddresses = listInnerAddresses(value, reader);
    return { ...leaf(word), ...(innerAddresses.length > 0 && { innerAddresses }) };
  }
  const as = number === undefined ? word : 'number';
  const longTime = readMicroseconds(value);
  return {
    ...leaf(as, number),
    ...(time !== undefined && { time }),
    ...(longTime !== undefined && { longTime }),
  };
}

/** Two equal felts alone in a struct, neither of them an address, a text or both of them times. */
function readHalves(struct: TypedStruct): bigint | undefined {
  const [low, high, ...excess] = struct.fields.map(({ value }) => value);
  if (!low || !high || excess.length > 0 || low.type !== high.type) return undefined;
  if (!['felt', 'felt252', 'u128'].includes(low.type)) return undefined;
  const [small, large] = [readNumber(low), readNumber(high)];
  if (small === undefined || large === undefined) return undefined;
  if (small >= 2n ** 128n || large >= 2n ** 128n) return undefined;
  if (readTime(low) !== undefined || readTime(high) !== undefined) return undefined;
  return small + (large << 128n);
}

const asPiece = (leaf: Leaf): Leaf => {
  if (leaf.as !== 'number') return leaf;
  return { ...leaf, as: 'piece' };
};

function readStruct(struct: TypedStruct, place: Place, reader: Reader): Leaf[] {
  const { type, fields } = struct;
  const halves = readHalves(struct);
  const preset = findPreset(reader.revision, type);
  if (halves !== undefined) {
    const amount = preset?.isSplitNumber ? 'whole' : 'halves';
    return [{ ...place, type: 'u256', as: 'number', number: halves, amount }];
  }
  const tokenValue = fields.find(({ name }) => name === preset?.token)?.value;
  const token = tokenValue?.as === 'felt' && { token: toAddress(tokenValue.felt) };
  const leaves = fields.flatMap(({ name, value }) =>
    readValue(value, { path: [...place.path, name], scope: struct, ...token }, reader),
  );
  const isPiece = preset?.isAsset === true && preset.token === undefined;
  if (isPiece) return leaves.map(asPiece);
  const calledFunction = findCalled(struct);
  const name = fields.find(({ value }) => value === calledFunction)?.name;
  if (name === undefined) return leaves;
  // It stays an address as well, since only its form says that it names a function.
  const path = [...place.path, name];
  return [...leaves, { ...place, scope: struct, path: path, type, as: 'function', number: 0n }];
}

function readValue(value: TypedValue, place: Place, reader: Reader): Leaf[] {
  const inside = (items: readonly TypedValue[], path: readonly string[]) =>
    items.flatMap((item, i) => readValue(item, { ...place, path: [...path, `${i}`] }, reader));
  switch (value.as) {
    case 'felt':
    case 'text':
      return [readLeaf(value, place, reader)];
    case 'struct':
      return readStruct(value, place, reader);
    case 'enum':
      return inside(value.items, [...place.path, value.variant]);
    case 'tree':
      return [
        { ...place, type: value.type, as: 'root', number: 0n },
        ...inside(value.items, place.path),
      ];
    case 'list':
      return [
        ...(isOpaque(value)
          ? [{ ...place, type: value.type, as: 'felts' as const, number: 0n }]
          : []),
        // A felt there may be anything; what it is is told by its size alone.
        ...inside(value.items, place.path).filter(
          ({ as, number }) => !isFelts(value) || as !== 'number' || isMaximum(number),
        ),
      ];
  }
}

/** Every value of a message, read by type, size and place. */
export const readLeaves = (
  { message, revision }: TypedData,
  account: Reader['account'],
  listed: TokensByAddress,
): Leaf[] =>
  readStruct(message, { path: ['message'], scope: message }, { account, listed, revision });
