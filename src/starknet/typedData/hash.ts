import { FIELD_PRIME, greater, lesser } from '../../schema/primitives';
import { finish, type Steps } from '../effort';
import { shortString, toHex } from '../felt';
import { pedersen, pedersenSteps } from '../hash/pedersen';
import { poseidonHash, poseidonSteps } from '../hash/poseidon';
import type { TypedValue } from './basic';
import { type Revision, refuseTypedData } from './declarations';
import type { TypedData } from './parse';

export const MESSAGE_PREFIX = BigInt(shortString('StarkNet Message'));
const WORD = 31;
/** Leaves of a tree between two pauses: some 12 ms of Pedersen. */
const NODES_PER_STEP = 64;

export type Hashes = {
  readonly many: (values: readonly bigint[]) => Steps<bigint>;
  /** Hashes two nodes of a Merkle tree. */
  readonly pair: (a: bigint, b: bigint) => bigint;
};

export const hashes: Record<Revision, Hashes> = {
  0: { many: pedersenSteps, pair: pedersen },
  1: { many: poseidonSteps, pair: poseidonHash },
};

const textFelt = (text: string): bigint => BigInt(shortString(text));

/** A Cairo ByteArray: count of full words, the words, the rest, and its length. */
export function byteArrayFelts(
  text: string,
  feltOf: (word: string) => bigint = textFelt,
): bigint[] {
  const words = text.match(/[\s\S]{1,31}/gu) ?? [];
  const lastWord = words.at(-1)?.length === WORD ? '' : (words.pop() ?? '');
  const felts = [...words, lastWord].map(feltOf);
  return [BigInt(words.length), ...felts, BigInt(lastWord.length)];
}

/** Sorts each pair, so that a proof needs no directions; pairs an odd node with 0. */
export function* merkleRoot(leaves: readonly bigint[], { pair }: Hashes): Steps<bigint> {
  let level = leaves;
  while (level.length > 1) {
    const parents: bigint[] = [];
    for (let offset = 0; offset < level.length; offset += 2) {
      if (offset > 0 && offset % NODES_PER_STEP === 0) yield;
      const [node = 0n, sibling = 0n] = level.slice(offset, offset + 2);
      parents.push(pair(lesser(node, sibling), greater(node, sibling)));
    }
    level = parents;
  }
  return level[0] ?? 0n;
}

function* encodeAll(values: readonly TypedValue[], hash: Hashes): Steps<bigint[]> {
  const encoded: bigint[] = [];
  for (const value of values) encoded.push(yield* encodeValue(value, hash));
  return encoded;
}

/** Pauses after each value that is hashed itself. */
function* encodeValue(value: TypedValue, hash: Hashes): Steps<bigint> {
  if (value.as === 'felt') return BigInt(value.felt);
  yield;
  switch (value.as) {
    case 'text':
      return yield* hash.many(byteArrayFelts(value.text));
    case 'list':
      return yield* hash.many(yield* encodeAll(value.items, hash));
    case 'tree':
      return yield* merkleRoot(yield* encodeAll(value.items, hash), hash);
    case 'enum': {
      const items = yield* encodeAll(value.items, hash);
      // As existing verifiers do: no type hash, and a zero if there are no values.
      if (items.length === 0) items.push(0n);
      return yield* hash.many([BigInt(value.index), ...items]);
    }
    case 'struct': {
      const fields = yield* encodeAll(
        value.fields.map((field) => field.value),
        hash,
      );
      return yield* hash.many([BigInt(value.typeHash), ...fields]);
    }
  }
}

/** The felt of a value in the hash; for a Merkle tree, its root. Canonical hex. */
export const encodedValue = (value: TypedValue, revision: Revision): string =>
  toHex(finish(encodeValue(value, hashes[revision])));

/**
 * Hash of a message that an account signs (SNIP-12): Pedersen for revision 0, Poseidon for 1.
 * @returns canonical hex
 */
export const typedDataHash = (typedData: TypedData, accountAddress: string): string =>
  finish(typedDataHashSteps(typedData, accountAddress));

/** The same in steps: the texts of a message may take seconds. */
export function* typedDataHashSteps(
  { revision, domain, message }: TypedData,
  accountAddress: string,
): Steps<string> {
  const account = BigInt(accountAddress);
  if (account >= FIELD_PRIME) refuseTypedData([], 'The account is no address.');
  const hash = hashes[revision];
  const encoded = yield* encodeAll([domain, message], hash);
  const [domainHash = 0n, messageHash = 0n] = encoded;
  return toHex(yield* hash.many([MESSAGE_PREFIX, domainHash, account, messageHash]));
}
