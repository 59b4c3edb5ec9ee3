import { FIELD_PRIME } from '../../schema/primitives';
import { shortString, toHex } from '../felt';
import { pedersen, pedersenHashMany } from '../hash/pedersen';
import { poseidonHash, poseidonHashMany } from '../hash/poseidon';
import type { TypedValue } from './basic';
import { type Revision, refuseTypedData } from './declarations';
import type { TypedData } from './parse';

export const MESSAGE_PREFIX = BigInt(shortString('StarkNet Message'));
const WORD = 31;

export type Hashes = {
  readonly many: (values: readonly bigint[]) => bigint;
  /** Hashes two nodes of a Merkle tree. */
  readonly pair: (a: bigint, b: bigint) => bigint;
};

export const hashes: Record<Revision, Hashes> = {
  0: { many: pedersenHashMany, pair: pedersen },
  1: { many: poseidonHashMany, pair: poseidonHash },
};

const textFelt = (text: string): bigint => BigInt(shortString(text));

/** A Cairo ByteArray: count of full words, the words, the rest, and its length. */
export function byteArrayFelts(
  text: string,
  feltOf: (word: string) => bigint = textFelt,
): bigint[] {
  const words = text.match(/[\s\S]{1,31}/gu) ?? [];
  const rest = words.at(-1)?.length === WORD ? '' : (words.pop() ?? '');
  const felts = [...words, rest].map(feltOf);
  return [BigInt(words.length), ...felts, BigInt(rest.length)];
}

/** Sorts each pair, so that a proof needs no directions; pairs an odd node with 0. */
export function merkleRoot(leaves: readonly bigint[], { pair }: Hashes): bigint {
  let level = leaves;
  while (level.length > 1)
    level = level.flatMap((node, i) => {
      if (i % 2 === 1) return [];
      const other = level[i + 1] ?? 0n;
      return [node < other ? pair(node, other) : pair(other, node)];
    });
  return level[0] ?? 0n;
}

function encodeValue(value: TypedValue, hash: Hashes): bigint {
  switch (value.as) {
    case 'felt':
      return BigInt(value.felt);
    case 'text':
      return hash.many(byteArrayFelts(value.text));
    case 'list':
      return hash.many(value.items.map((item) => encodeValue(item, hash)));
    case 'tree':
      return merkleRoot(
        value.items.map((item) => encodeValue(item, hash)),
        hash,
      );
    case 'enum': {
      const items = value.items.map((item) => encodeValue(item, hash));
      // As existing verifiers do: no type hash, and a zero if there are no values.
      return hash.many([BigInt(value.index), ...(items.length > 0 ? items : [0n])]);
    }
    case 'struct': {
      const fields = value.fields.map((field) => encodeValue(field.value, hash));
      return hash.many([BigInt(value.typeHash), ...fields]);
    }
  }
}

/** The felt of a value in the hash; for a Merkle tree, its root. Canonical hex. */
export const encodedValue = (value: TypedValue, revision: Revision): string =>
  toHex(encodeValue(value, hashes[revision]));

/**
 * Hash of a message that an account signs (SNIP-12): Pedersen for revision 0, Poseidon for 1.
 * @returns canonical hex
 */
export function typedDataHash(typedData: TypedData, accountAddress: string): string {
  const account = BigInt(accountAddress);
  if (account >= FIELD_PRIME) refuseTypedData([], 'The account is no address.');
  const hash = hashes[typedData.revision];
  const domain = encodeValue(typedData.domain, hash);
  return toHex(hash.many([MESSAGE_PREFIX, domain, account, encodeValue(typedData.message, hash)]));
}
