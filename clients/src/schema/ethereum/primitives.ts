import {
  array,
  boolean,
  coerce,
  define,
  enums,
  type Infer,
  object,
  optional,
  type Struct,
} from '@metamask/superstruct';
import { type AnyStruct, fits, matching, Null } from '../field';

/** One of several structs, with its own error message: a union's would name the structs. */
export const either = <T = string>(form: string, ...structs: AnyStruct[]): Struct<T, null> =>
  define<T>(form, (value) => structs.some((struct) => fits(value, struct)) || `Expected ${form}`);

/** Hex without leading zeros, as nodes send numbers; up to 32 bytes. */
export const EthQuantity = matching(
  'a number in hex without leading zeros, such as 0x1f4',
  /^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/iu,
);
export const Data = matching('bytes in hex', /^0x(?:[0-9a-f]{2})*$/iu);
export const Bytes8 = matching('8 bytes in hex', /^0x[0-9a-f]{16}$/iu);
export const Address = matching('an Ethereum address: 0x and 40 hex digits', /^0x[0-9a-f]{40}$/iu);
export const Hash = matching('a hash: 0x and 64 hex digits', /^0x[0-9a-f]{64}$/iu);
export const Bloom = matching('a bloom filter in hex', /^0x[0-9a-f]{512}$/iu);
/** A storage key or value: nodes send 32 bytes, or omit leading zeros. */
export const Word = matching('0x and up to 64 hex digits', /^0x[0-9a-f]{1,64}$/iu);

const BlockTag = enums(['latest', 'earliest', 'pending', 'safe', 'finalized']);
/** A storage key in a request, in 32 bytes: some nodes refuse a shorter one. */
export const PaddedWord = coerce(
  matching('a storage key: 0x and up to 64 hex digits', /^0x[0-9a-f]{64}$/iu),
  Word,
  (key) => `0x${key.slice(2).padStart(64, '0')}`,
);

/** A block by its number in hex, or by a tag. */
const block =
  'a block: a number in hex such as 0x1f4, or latest, earliest, pending, safe, finalized';
export const BlockParameter = either(block, EthQuantity, BlockTag);
export type BlockParameter = Infer<typeof BlockParameter>;
const byNumber = object({ blockNumber: EthQuantity });
const byHash = object({ blockHash: Hash, requireCanonical: optional(boolean()) });
/** A BlockParameter, a block hash, or an object with a number or a hash (EIP-1898). */
export const BlockOrHash = either<string | Infer<typeof byNumber> | Infer<typeof byHash>>(
  `${block}, or a block hash`,
  EthQuantity,
  BlockTag,
  Hash,
  byNumber,
  byHash,
);

/** Some nodes send null for an empty list. */
export const arrayOfStruct = <T>(part: Struct<T>): Struct<T[], Struct<T>> =>
  coerce(array(part), Null, () => []);
