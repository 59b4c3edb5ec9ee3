import type { StoredAccount } from '../../schema/account';
import { sameFelt } from '../../schema/primitives';
import { findClassName } from '../../starknet/accounts/classes';
import { toAddress, toHex } from '../../starknet/felt';
import { isWellKnown } from '../../starknet/selector';
import type { TypedStruct, TypedValue } from '../../starknet/typedData/basic';
import { presets } from '../../starknet/typedData/declarations';
import type { TypedData } from '../../starknet/typedData/parse';
import {
  isMaximum,
  readAddress,
  readFunction,
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
    | 'other';
  /** The number, the address, or 0. */
  readonly number: bigint;
  /** Set if it may be a time: unix seconds. */
  readonly time?: bigint;
  /** `whole`: its type says that it is a number of 256 bits; `halves`: its place does. */
  readonly amount?: 'whole' | 'halves';
  /** The token of an amount of the standard's type, in 64 digits. */
  readonly token?: string;
  /** The struct in which it stands. */
  readonly scope: TypedStruct;
};

type Place = Pick<Leaf, 'path' | 'scope'> & { readonly token?: string };
type Reader = {
  readonly account: Pick<StoredAccount, 'address'>;
  readonly listed: TokensByAddress;
  readonly revision: TypedData['revision'];
};

const isFelts = (value: TypedValue): boolean =>
  value.as === 'list' && value.items.length > 0 && value.items.every(({ as }) => as === 'felt');

/** A function by its type or its hash; by its name where arguments stand beside it. */
const isFunction = (value: TypedValue, { fields }: TypedStruct): boolean =>
  readFunction(value) !== undefined ||
  (value.as === 'felt' &&
    value.text !== undefined &&
    isWellKnown(value.text) &&
    fields.some((field) => isFelts(field.value)));

function addressKind(number: bigint, { account, listed }: Reader): Leaf['as'] {
  if (number === 0n) return 'other';
  if (sameFelt(toHex(number), account.address)) return 'signer';
  return Object.hasOwn(listed, toAddress(number)) ? 'token' : 'address';
}

function readLeaf(value: TypedValue, place: Place, reader: Reader): Leaf {
  const { type } = value;
  const leaf = (as: Leaf['as'], number = 0n): Leaf => ({ ...place, type, as, number });
  const address = readAddress(value);
  if (value.as === 'felt') {
    if (isFunction(value, place.scope)) return leaf('function');
    const isClass = type === 'ClassHash' ? BigInt(value.felt) > 0n : findClassName(value.felt);
    if (isClass) return leaf('class');
  }
  if (address !== undefined) return leaf(addressKind(address, reader), address);
  const number = type === 'bool' ? undefined : readNumber(value);
  const time = readTime(value);
  if (number === undefined && time === undefined) return leaf('other');
  const as = number === undefined ? 'other' : 'number';
  return { ...leaf(as, number), ...(time !== undefined && { time }) };
}

/** Two equal felts alone in a struct, neither of them an address, a text or both of them times. */
function readHalves(struct: TypedStruct): bigint | undefined {
  const [low, high, ...others] = struct.fields.map(({ value }) => value);
  if (!low || !high || others.length > 0 || low.type !== high.type) return undefined;
  if (!['felt', 'felt252', 'u128'].includes(low.type)) return undefined;
  const [small, large] = [readNumber(low), readNumber(high)];
  if (small === undefined || large === undefined) return undefined;
  if (small >= 2n ** 128n || large >= 2n ** 128n) return undefined;
  if (readTime(low) !== undefined || readTime(high) !== undefined) return undefined;
  return small + (large << 128n);
}

function readStruct(struct: TypedStruct, place: Place, reader: Reader): Leaf[] {
  const { type, fields } = struct;
  const halves = readHalves(struct);
  const preset = reader.revision === 1 ? presets.get(type) : undefined;
  if (halves !== undefined) {
    const amount = preset?.isSplitNumber ? 'whole' : 'halves';
    return [{ ...place, type: 'u256', as: 'number', number: halves, amount }];
  }
  const named = preset?.token && fields.find(({ name }) => name === preset.token)?.value;
  const token = named && named.as === 'felt' ? { token: toAddress(named.felt) } : {};
  const leaves = fields.flatMap(({ name, value }) =>
    readValue(value, { path: [...place.path, name], scope: struct, ...token }, reader),
  );
  const isPiece = preset?.isAsset === true && preset.token === undefined;
  return isPiece
    ? leaves.map((leaf) => (leaf.as === 'number' ? { ...leaf, as: 'piece' } : leaf))
    : leaves;
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
      return isFelts(value)
        ? [
            { ...place, type: value.type, as: 'felts', number: 0n },
            // A number there may be anything; what it is is told by its size alone.
            ...inside(value.items, place.path).filter(
              ({ as, number }) => as !== 'number' || isMaximum(number),
            ),
          ]
        : inside(value.items, place.path);
  }
}

/** Every value of a message, read by type, size and place. */
export const readLeaves = (
  { message, revision }: TypedData,
  account: Reader['account'],
  listed: TokensByAddress,
): Leaf[] =>
  readStruct(message, { path: ['message'], scope: message }, { account, listed, revision });
