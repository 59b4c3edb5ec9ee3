import { ownEntry } from '@xnet/clients/schema/table';
import { ETHEREUM_BOUND } from '../../schema/primitives';
import { toAddress } from '../felt';
import type { Abi, AbiFunction, Parameter } from './abi';
import { type AbiField, type Codec, list, nonZero, struct, tuple, variants } from './codec';
import { bool, byteArray, felt, integer, limbs } from './leaves';

/** Beyond these limits, no realistic ABI exists; such calldata is shown as raw felts. */
export const typeLimits = { characters: 1_000, name: 128, parts: 2_000, depth: 16, felts: 100_000 };

/** Bound of contract addresses and class hashes (cairo-lang, "sierra/extensions/starknet"). */
const HASH_BOUND = 2n ** 251n;
const BYTES31_BOUND = 2n ** 248n;
/** A wider range would give some numbers two encodings in the field. */
const INTEGER_BOUND = 2n ** 250n;
const ethereum = (value: bigint) => `0x${value.toString(16).padStart(40, '0')}`;

const integers = [8n, 16n, 32n, 64n, 128n].flatMap((bits) => [
  integer(`core::integer::u${bits}`, 0n, 2n ** bits - 1n),
  integer(`core::integer::i${bits}`, -(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n),
]);
const leaves: ReadonlyMap<string, Codec> = new Map(
  [
    ...integers,
    felt('felt'), // Cairo 0
    felt('core::felt252'),
    bool('core::bool'),
    limbs('core::integer::u256', 2),
    limbs('core::integer::u512', 4),
    felt('core::starknet::contract_address::ContractAddress', 'address', HASH_BOUND, toAddress),
    felt('core::starknet::class_hash::ClassHash', 'classHash', HASH_BOUND),
    felt('core::starknet::eth_address::EthAddress', 'felt', ETHEREUM_BOUND, ethereum),
    felt('core::bytes_31::bytes31', 'felt', BYTES31_BOUND),
    byteArray('core::byte_array::ByteArray'),
  ].map((codec) => [codec.type, codec]),
);

const GENERIC =
  /^core::(?:array::(Array|Span)|option::(Option)|result::(Result)|zeroable::(NonZero)|internal::bounded_int::(BoundedInt))::<(.*)>$/u;
const INTEGER = /^-?\d{1,76}$/u;
/** Cairo 0 allows names for parts of a tuple; type names of Cairo 1 contain `::`. */
const NAMED = /^([A-Za-z_]\w{0,127}) *:(?!:) *(.+)$/u;
const areDistinct = (names: readonly string[]) => new Set(names).size === names.length;

/** Splits at separators outside of brackets. */
function split(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let [open, start] = [0, 0];
  for (let position = 0; position < text.length; position++) {
    const character = text.charAt(position);
    if ('([<'.includes(character)) open += 1;
    else if (')]>'.includes(character)) open -= 1;
    else if (character === separator && open === 0) {
      parts.push(text.slice(start, position).trim());
      start = position + 1;
    }
  }
  const last = text.slice(start).trim();
  // Cairo writes a tuple of one with a trailing comma.
  if (last !== '') parts.push(last);
  return parts;
}

export type Resolve = (type: string) => Codec | undefined;

function resolveAll(types: readonly string[], resolve: Resolve): Codec[] | undefined {
  const codecs: Codec[] = [];
  for (const type of types) {
    const codec = resolve(type);
    if (!codec) return undefined;
    codecs.push(codec);
  }
  return codecs;
}

function resolveFields(members: readonly Parameter[], resolve: Resolve): AbiField[] | undefined {
  const names = members.map(({ name }) => name);
  if (!areDistinct(names)) return undefined;
  const codecs = resolveAll(
    members.map(({ type }) => type),
    resolve,
  );
  return codecs?.map((codec, index) => ({ name: names[index] ?? '', codec }));
}

function parseTuple(type: string, resolve: Resolve): Codec | undefined {
  const parts = split(type.slice(1, -1), ',');
  const namedCodecs = parts.flatMap((part) => {
    const [, name, fieldType] = NAMED.exec(part) ?? [];
    if (name !== undefined && fieldType !== undefined) return [{ name, type: fieldType }];
    return [];
  });
  if (namedCodecs.length > 0 && namedCodecs.length === parts.length) {
    const fields = resolveFields(namedCodecs, resolve);
    return fields && struct(type, fields);
  }
  const codecs = resolveAll(parts, resolve);
  return codecs && tuple(type, codecs);
}

function parseFixedArray(type: string, resolve: Resolve): Codec | undefined {
  const [itemType = '', length = '', ...excess] = split(type.slice(1, -1), ';');
  if (!/^\d{1,6}$/u.test(length) || excess.length > 0) return undefined;
  return listOf(type, resolve(itemType), Number(length));
}

function listOf(type: string, codec: Codec | undefined, length?: number): Codec | undefined {
  // Any number of values that take no felts would fit into no felts.
  if (codec && codec.minFelts > 0) return list(type, codec, length);
  return undefined;
}

function parseGeneric(type: string, resolve: Resolve): Codec | undefined {
  const [, array, option, result, nonzero, bounded, text = ''] = GENERIC.exec(type) ?? [];
  const args = split(text, ',');
  const [first = '', second = ''] = args;
  if (args.length !== (result || bounded ? 2 : 1)) return undefined;
  if (array) return listOf(type, resolve(first));
  if (bounded) {
    if (!INTEGER.test(first) || !INTEGER.test(second)) return undefined;
    const [lowest, highest] = [BigInt(first), BigInt(second)];
    const isNarrow = -lowest < INTEGER_BOUND && highest < INTEGER_BOUND;
    if (isNarrow) return integer(type, lowest, highest);
    return undefined;
  }
  const [codec, excessCodec] = resolveAll(args, resolve) ?? [];
  if (!codec) return undefined;
  if (nonzero && codec.parts !== 1) return undefined;
  if (nonzero) return nonZero(type, codec);
  const unit = tuple('()', []);
  const [name, otherName] = option ? ['Some', 'None'] : ['Ok', 'Err'];
  return variants(type, [
    { name, codec },
    { name: otherName, codec: excessCodec ?? unit },
  ]);
}

/**
 * Builds the codecs of the types of an ABI, each once. A type that contains itself or exceeds
 * `typeLimits` has none; an ABI cannot redeclare the language's own types.
 * @param used collects the names of the declarations that were used
 */
export function createTypes(
  { structs, enums }: Pick<Abi, 'structs' | 'enums'>,
  used: Set<string> = new Set(),
): Resolve {
  const resolvedCodecs = new Map<string, Codec | undefined>();
  let open = 0;

  const declared = (
    type: string,
    members: readonly Parameter[],
    make: (type: string, fields: readonly AbiField[]) => Codec,
  ): Codec | undefined => {
    used.add(type);
    const fields = resolveFields(members, resolve);
    return fields && make(type, fields);
  };

  function read(type: string): Codec | undefined {
    if (type.startsWith('(') && type.endsWith(')')) return parseTuple(type, resolve);
    if (type.startsWith('[') && type.endsWith(']')) return parseFixedArray(type, resolve);
    if (GENERIC.test(type)) return parseGeneric(type, resolve);
    const members = ownEntry(structs, type);
    if (members) return parseStruct(type, members);
    const choices = ownEntry(enums, type);
    return choices && declared(type, choices, variants);
  }

  function parseStruct(type: string, members: readonly Parameter[]): Codec | undefined {
    const shape = members.map((member) => `${member.name}: ${member.type}`).join();
    if (type !== 'Uint256' || shape !== UINT256) return declared(type, members, struct);
    used.add(type);
    return limbs(type, 2);
  }

  function resolve(text: string): Codec | undefined {
    const type = text.trim();
    const knownCodec = leaves.get(type) ?? resolvedCodecs.get(type);
    if (knownCodec || resolvedCodecs.has(type)) return knownCodec;
    // Unknown until resolved, so that a type cannot contain itself.
    resolvedCodecs.set(type, undefined);
    if (type.length > typeLimits.characters || open >= typeLimits.depth) return undefined;
    open += 1;
    const codec = read(type);
    open -= 1;
    if (!codec || codec.minFelts > typeLimits.felts || codec.depth > typeLimits.depth)
      return undefined;
    resolvedCodecs.set(type, codec);
    return codec;
  }
  return resolve;
}

/** The Cairo 0 struct, whose felts the caller checks. */
const UINT256 = 'low: felt,high: felt';

const isPointer = ({ type }: Parameter) => type.endsWith('*');

/**
 * Parses the parameters of a function. A Cairo 0 array is two parameters, `name_len: felt` and
 * `name: T*`; they become one, since the list implies the first.
 * @returns undefined if a type is unknown or exceeds `typeLimits`
 */
export function parseParameters({ inputs }: AbiFunction, resolve: Resolve): AbiField[] | undefined {
  const fields: AbiField[] = [];
  let parts = 0;
  for (let index = 0; index < inputs.length; index++) {
    const [one, next] = inputs.slice(index, index + 2);
    if (!one) return undefined;
    const counts =
      next && isPointer(next) && one.type === 'felt' && one.name === `${next.name}_len`;
    const { name, type } = counts ? next : one;
    // A felt with such a name is not a count unless a pointer follows.
    const inner = resolve(counts ? type.slice(0, -1) : type);
    if (!inner || (counts && inner.minFelts === 0)) return undefined;
    const codec = counts ? list(type, inner) : inner;
    fields.push({ name, codec });
    parts += codec.parts;
    if (parts > typeLimits.parts) return undefined;
    if (counts) index += 1;
  }
  return fields;
}
