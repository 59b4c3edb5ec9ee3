import { fail } from '@xnet/clients/errors';
import { ownEntry } from '@xnet/clients/schema/table';
import { FIELD_PRIME, isObject } from '../../schema/primitives';
import { finish, oneStep, type Steps } from '../effort';
import { toHex } from '../felt';
import { starknetKeccak } from '../selector';
import {
  domainNames,
  type Member,
  presets,
  presetTypes,
  type Revision,
  refuseTypedData,
  typedDataLimits,
} from './declarations';
import { byteArrayFelts, hashes, MESSAGE_PREFIX, merkleRoot } from './hash';
import { createTypeHash } from './types';

/** Characters of all types together; each may be hashed once for every type that refers to it. */
const TYPES_LIMIT = 65_536;

const noHash = (): never => refuseTypedData([], 'no library hashes it.');
const tooLarge = (): never =>
  fail('invalidRequest', 'This typed data has too many types or values.');

/** No felt has more digits; reading them would take long. */
const DIGITS_LIMIT = 1_000;

/** Reads what BigInt does, which takes more than numbers and their texts; undefined for the rest. */
function parseInteger(value: unknown): bigint | undefined {
  if (typeof value === 'string' && value.length > DIGITS_LIMIT) return undefined;
  try {
    return BigInt(value as string);
  } catch {
    return undefined;
  }
}

/** As libraries number values: an integer, or else a short text. */
function numberOf(value: unknown): bigint {
  const integer = parseInteger(value);
  if (integer !== undefined) return integer;
  if (typeof value === 'string' && value.length <= 31) return textNumber(value);
  return noHash();
}

/** A short text as libraries encode it: its characters in hex, without leading zeros of each. */
function textNumber(text: string): bigint {
  const codes = Array.from(text, (one) => one.charCodeAt(0));
  const isEncoded = (code: number) => code < 128 && code !== 10 && code !== 13;
  if (codes.every(isEncoded))
    return BigInt(`0x0${codes.map((code) => code.toString(16)).join('')}`);
  return noHash();
}

function between(value: bigint, minimum: bigint, maximum: bigint): bigint {
  if (value >= minimum && value <= maximum) return value;
  return noHash();
}
const inField = (value: bigint): bigint => between(value, 0n, FIELD_PRIME - 1n);
/** Libraries that compare with a range read no text. */
const bounded = (value: unknown, minimum: bigint, maximum: bigint): bigint =>
  between(parseInteger(value) ?? noHash(), minimum, maximum);

function selectorOf(value: unknown): bigint {
  const text = String(value);
  if (/^0x[0-9a-f]*$/iu.test(text)) return parseInteger(text) ?? noHash();
  return starknetKeccak(text);
}

const HALF = 2n ** 127n;

/** A value of revision 1 without nested values; revision 0 reads every unknown type as a felt. */
const basicValues: Readonly<Record<string, (value: unknown) => bigint>> = {
  i128: (value) => {
    const number = bounded(value, -HALF, HALF - 1n);
    if (number < 0n) return number + FIELD_PRIME;
    return number;
  },
  timestamp: (value) => bounded(value, 0n, 2n ** 128n - 1n),
  u128: (value) => bounded(value, 0n, 2n ** 128n - 1n),
  felt: numberOf,
  shortstring: numberOf,
  ClassHash: (value) => bounded(value, 0n, FIELD_PRIME - 1n),
  ContractAddress: (value) => bounded(value, 0n, FIELD_PRIME - 1n),
  bool: (value) => (typeof value === 'boolean' ? BigInt(value) : noHash()),
};

function basicValue(type: string, data: unknown): bigint {
  const basic = ownEntry(basicValues, type);
  if (basic) return basic(data);
  return noHash();
}

function parseRevision(types: object, domain: unknown): Revision {
  if (!isObject(domain)) return noHash();
  const { revision } = domain;
  if (Object.hasOwn(types, domainNames[1]) && String(revision ?? '') === '1') return 1;
  if (Object.hasOwn(types, domainNames[0]) && (revision ?? '0') === '0') return 0;
  return noHash();
}

function parseMember(value: unknown): Member | undefined {
  if (!isObject(value)) return undefined;
  const { name, type, contains } = value;
  if (typeof name !== 'string' || typeof type !== 'string') return undefined;
  return { name, type, ...(typeof contains === 'string' && { contains }) };
}

/** The declared types that are lists of members; anything else is used by no library. */
function parseTypes(types: Readonly<Record<string, unknown>>, revision: Revision) {
  const presetsOfRevision = presetTypes(revision);
  let size = 0;
  for (const [name, members] of Object.entries(types)) {
    if (revision === 1 && presets.has(name)) noHash();
    if (!Array.isArray(members)) continue;
    const parsed = members.map(parseMember);
    if (!parsed.includes(undefined))
      presetsOfRevision.set(
        name,
        parsed.flatMap((one) => one ?? []),
      );
    size += JSON.stringify([name, members]).length;
    if (presetsOfRevision.size > typedDataLimits.types || size > TYPES_LIMIT) tooLarge();
  }
  return presetsOfRevision;
}

type Place = { readonly members: readonly Member[]; readonly name: string };

function ownValue(data: unknown, name: string): unknown {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, name)) return undefined;
  return data[name as keyof typeof data];
}

const memberOf = (place: Place | undefined): Member =>
  place?.members.find(({ name }) => name === place.name) ?? noHash();

function* encodeAll<T>(
  items: readonly T[],
  encodeOne: (item: T, index: number) => Steps<bigint>,
): Steps<bigint[]> {
  const encoded: bigint[] = [];
  for (const [index, item] of items.entries()) encoded.push(yield* encodeOne(item, index));
  return encoded;
}

function createEncoder(types: ReadonlyMap<string, readonly Member[]>, revision: Revision) {
  const hash = hashes[revision];
  const typeHashes = new Map<string, bigint>();
  const typeHash = createTypeHash((name) => types.get(name), revision);
  let nodes = 0;

  function* encodeStruct(name: string, data: unknown): Steps<bigint> {
    yield;
    const members = types.get(name) ?? noHash();
    const knownHash = typeHashes.get(name) ?? typeHash(name);
    typeHashes.set(name, knownHash);
    const values = yield* encodeAll(members, (member) => {
      const value = ownValue(data, member.name);
      if (value === undefined || value === null) return noHash();
      return encode(member.type, value, { members, name: member.name });
    });
    return yield* hash.many([knownHash, ...values]);
  }

  function* encodeEnum(data: unknown, place: Place | undefined): Steps<bigint> {
    const { contains } = memberOf(place);
    const variants = (contains === undefined ? undefined : types.get(contains)) ?? noHash();
    const [variant, values] = isObject(data) ? (Object.entries(data)[0] ?? []) : [];
    const index = variants.findIndex(({ name }) => name === variant);
    const parts = (variants[index] ?? noHash()).type.slice(1, -1).split(',');
    const valuesByIndex = Object(values) as Readonly<Record<number, unknown>>; // a variant may hold nothing
    const encoded = yield* encodeAll(parts, (part, index) =>
      part === '' ? oneStep(() => 0n) : encode(part, valuesByIndex[index]),
    );
    return yield* hash.many([BigInt(index), ...encoded]);
  }

  function* encodeTree(data: unknown, place: Place | undefined): Steps<bigint> {
    const { contains } = memberOf(place);
    if (contains === undefined || contains.endsWith('*')) return noHash();
    if (!Array.isArray(data) || data.length === 0) return noHash();
    return yield* merkleRoot(
      yield* encodeAll(data, (leaf: unknown) => encode(contains, leaf)),
      hash,
    );
  }

  function* encode(type: string, data: unknown, place?: Place): Steps<bigint> {
    nodes += 1;
    if (nodes > typedDataLimits.nodes) tooLarge();
    if (types.has(type)) return yield* encodeStruct(type, data);
    if (type.endsWith('*')) {
      if (!Array.isArray(data)) return noHash();
      yield;
      const items = yield* encodeAll(Array.from(data), (item: unknown) =>
        encode(type.slice(0, -1), item),
      );
      return yield* hash.many(items);
    }
    if (type === 'enum' && revision === 1) return yield* encodeEnum(data, place);
    if (type === 'merkletree') return yield* encodeTree(data, place);
    if (type === 'selector') return inField(selectorOf(data));
    if (revision === 0) return inField(numberOf(data));
    if (type === 'string') {
      yield;
      if (typeof data !== 'string') return noHash();
      return yield* hash.many(byteArrayFelts(data, textNumber));
    }
    return inField(basicValue(type, data));
  }
  return encodeStruct;
}

/**
 * The hash that the libraries of the ecosystem make of typed data, for checking signatures only:
 * they hash data that this module refuses to sign, such as fields of no type and any domain.
 * @returns canonical hex
 * @throws invalidParams for what no library hashes
 * @throws invalidRequest for more types or values than are worth the work
 */
export const libraryHash = (value: object, accountAddress: string): string =>
  finish(libraryHashSteps(value, accountAddress));

/** The same in steps: the texts of a message may take seconds. */
export function* libraryHashSteps(value: object, accountAddress: string): Steps<string> {
  const { types, primaryType, domain, message } = value as Readonly<Record<string, unknown>>;
  if (!isObject(types) || typeof primaryType !== 'string') return noHash();
  const revision = parseRevision(types, domain);
  const encodeStruct = createEncoder(parseTypes(types, revision), revision);
  const domainHash = yield* encodeStruct(domainNames[revision], domain);
  const account = inField(BigInt(accountAddress));
  const messageHash = yield* encodeStruct(primaryType, message);
  return toHex(yield* hashes[revision].many([MESSAGE_PREFIX, domainHash, account, messageHash]));
}
