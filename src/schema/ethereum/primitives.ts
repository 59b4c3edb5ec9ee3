import { define, enums, type Infer, type Struct, union } from '@metamask/superstruct';

const matching = (name: string, pattern: RegExp): Struct<string, null> =>
  define<string>(name, (value) => typeof value === 'string' && pattern.test(value));

/** Hex without leading zeros, as nodes send numbers; up to 32 bytes. */
export const Quantity = matching('quantity', /^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/iu);
export const Data = matching('data', /^0x(?:[0-9a-f]{2})*$/iu);
export const Bytes8 = matching('8 bytes', /^0x[0-9a-f]{16}$/iu);
export const Address = matching('address', /^0x[0-9a-f]{40}$/iu);
export const Hash = matching('hash', /^0x[0-9a-f]{64}$/iu);
export const Bloom = matching('bloom', /^0x[0-9a-f]{512}$/iu);
/** A storage key or value: nodes send some in 32 bytes and some without leading zeros. */
export const Word = matching('word', /^0x[0-9a-f]{1,64}$/iu);

const BlockTag = enums(['latest', 'earliest', 'pending', 'safe', 'finalized']);
/** A block by its number in hex, or by a tag. */
export const BlockParameter = union([Quantity, BlockTag]);
export type BlockParameter = Infer<typeof BlockParameter>;
