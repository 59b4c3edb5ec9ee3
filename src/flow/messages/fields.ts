import { fail } from '@xnet/clients/errors';
import { findNetwork } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { plainName } from '../../starknet/typedData/basic';
import type { TypedDataFact } from '../../starknet/typedData/leaves';
import { type TypedData, typedDataChainId } from '../../starknet/typedData/parse';

/** Halves of a number of 256 bits; the name that counts is that of the whole. */
const halves = ['low', 'high'];
const POSITION = /^[0-9]+$/u;

/** Plain names on the way to a value, outermost first, without positions in lists and halves. */
export function getPathNames({ path }: TypedDataFact): string[] {
  const inner = path.slice(1).filter((name) => !POSITION.test(name));
  const names = inner.map(plainName);
  return names.length > 1 && halves.includes(names.at(-1) ?? '') ? names.slice(0, -1) : names;
}

/** True if the value, or the struct that it stands in, has such a name. */
export const isNamed = (fact: TypedDataFact, names: RegExp): boolean =>
  getPathNames(fact)
    .slice(-2)
    .some((name) => names.test(name));

export const containsPath = (
  path: readonly string[],
  { path: inner }: Pick<TypedDataFact, 'path'>,
): boolean => path.every((name, i) => inner[i] === name);

/** A contract reads a felt as a number, whatever text a site writes. */
export const isNumber = ({ as, type }: TypedDataFact): boolean =>
  ['amount', 'time', 'number'].includes(as) || type === 'felt' || type === 'felt252';

/** The number that a contract reads, of a fact that is one. */
export function readNumber({ path, raw, value }: TypedDataFact): bigint {
  const number = BigInt(raw ?? value);
  return path.at(-1) === 'high' ? number << 128n : number;
}

/** A single felt, or its text: contracts and relayers read both as addresses. */
export const mayBeAddress = ({ as, raw, value }: TypedDataFact): boolean =>
  as === 'address' ||
  (raw !== undefined && (as === 'number' || as === 'text')) ||
  (as === 'text' && /^0x[0-9a-f]{1,64}$/iu.test(value));

/** A felt that may be an address, in its canonical spelling. */
export const readAddress = ({ raw, value }: TypedDataFact): string => toAddress(raw ?? value);

export const AMOUNT =
  /amounts?$|^amount|^(?:max(?:imum)?|total)?(?:values?|quantity|limit|allowance|wad)$|^max(?:imum)?$/u;

/** The network that a message names. */
export const getNetwork = (typedData: TypedData) =>
  findNetwork(typedDataChainId(typedData)) ?? fail('internal');
