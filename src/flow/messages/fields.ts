import { fail } from '@xnet/clients/errors';
import { findNetwork } from '../../schema/primitives';
import { plainName } from '../../starknet/typedData/basic';
import type { TypedDataFact } from '../../starknet/typedData/leaves';
import { type TypedData, typedDataChainId } from '../../starknet/typedData/parse';

const POSITION = /^[0-9]+$/u;

/** The plain name of a value; that of its list if it stands in one. */
export const getLastName = ({ path }: TypedDataFact): string =>
  plainName(
    path
      .slice(1)
      .filter((name) => !POSITION.test(name))
      .at(-1) ?? '',
  );

export const containsPath = (
  path: readonly string[],
  { path: inner }: Pick<TypedDataFact, 'path'>,
): boolean => path.every((name, i) => inner[i] === name);

/** The network that a message names. */
export const getNetwork = (typedData: TypedData) =>
  findNetwork(typedDataChainId(typedData)) ?? fail('internal');
