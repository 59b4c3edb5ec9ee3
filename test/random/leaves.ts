import fc from 'fast-check';

/** A value as starknet.js accepts it, and in the form in which decoded values are compared. */
export type Given = { js: unknown; plain: unknown };

export const same = (value: unknown): Given => ({ js: value, plain: value });
const upTo = (bits: bigint) => fc.bigInt(0n, 2n ** bits - 1n).map(same);
const signed = (bits: bigint) => fc.bigInt(-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n).map(same);
export const PRIME = 2n ** 251n + 17n * 2n ** 192n + 1n;

/** By type. */
export const leaves: Record<string, fc.Arbitrary<Given>> = {
  'core::felt252': fc.bigInt(0n, PRIME - 1n).map(same),
  'core::bool': fc.boolean().map(same),
  'core::integer::u8': upTo(8n),
  'core::integer::u16': upTo(16n),
  'core::integer::u32': upTo(32n),
  'core::integer::u64': upTo(64n),
  'core::integer::u128': upTo(128n),
  'core::integer::u256': upTo(256n),
  'core::integer::u512': upTo(512n),
  'core::integer::i8': signed(8n),
  'core::integer::i16': signed(16n),
  'core::integer::i32': signed(32n),
  'core::integer::i64': signed(64n),
  'core::integer::i128': signed(128n),
  'core::starknet::contract_address::ContractAddress': upTo(251n),
  'core::starknet::class_hash::ClassHash': upTo(251n),
  'core::starknet::eth_address::EthAddress': upTo(160n),
  // Prefixed with a letter, since starknet.js takes a string of digits for a number.
  'core::bytes_31::bytes31': fc.string({ unit: 'binary-ascii', maxLength: 30 }).map((rest) => ({
    js: `b${rest}`,
    plain: BigInt(`0x${Buffer.from(`b${rest}`).toString('hex')}`),
  })),
  // As bytes, for the same reason.
  'core::byte_array::ByteArray': fc
    .string({ unit: 'grapheme', maxLength: 70 })
    .map((text) => ({ js: new TextEncoder().encode(text), plain: text })),
  'core::internal::bounded_int::BoundedInt::<0, 79228162514264337593543950335>': upTo(96n),
};
