import { deepFreeze } from '@xnet/clients/schema/field';
import { toHex } from '../felt';
import {
  findFelt,
  findField,
  parseBasic,
  plainName,
  type TypedStruct,
  type TypedValue,
} from './basic';
import {
  domainNames,
  parseEntries,
  type Revision,
  refuseTypedData,
  typedDataLimits,
} from './declarations';
import { type EnumType, resolveTypes, type StructType, type Type } from './types';

/** Validated typed data: plain, frozen, JSON-safe. */
export type TypedData = {
  readonly revision: Revision;
  readonly domain: TypedStruct;
  readonly message: TypedStruct;
  /** How many declared types are not part of what is signed. */
  readonly unusedTypes: number;
};

function parseRevision(types: unknown, domain: ReadonlyMap<string, unknown>): Revision {
  const declared = parseEntries(types, ['types']);
  const [old, current] = [declared.has(domainNames[0]), declared.has(domainNames[1])];
  if (old && current) refuseTypedData(['types'], 'two kinds of domain are declared: remove one.');
  if (!old && !current)
    refuseTypedData(['types'], `declare ${domainNames[1]} or ${domainNames[0]}.`);
  const revisionEntry = domain.get('revision');
  if (current && revisionEntry !== 1 && revisionEntry !== '1')
    refuseTypedData(['domain', 'revision'], `${domainNames[1]} is of revision 1: give it as "1".`);
  if (old && revisionEntry !== undefined && revisionEntry !== '0')
    refuseTypedData(
      ['domain', 'revision'],
      `${domainNames[0]} is of revision 0: leave it out, or give it as "0".`,
    );
  if (current) return 1;
  return 0;
}

const inDomain = ['name', 'version', 'chainid'];
/** Types of one felt that a text or a number fits into. */
const shortTypes = ['felt', 'felt252', 'shortstring'];

/**
 * A domain is hashed as it is declared, as all libraries do. It says what the message is for, on
 * which chain: sites that add members or change their order are understood alike by everyone.
 */
function checkDomain({ fields }: StructType, revision: Revision): void {
  const path = ['types', domainNames[revision]];
  for (const needed of inDomain) {
    const [match, ...duplicates] = fields.filter(({ name }) => plainName(name) === needed);
    if (!match || duplicates.length > 0)
      refuseTypedData(
        path,
        'declare name, version and chainId, each once: without them, a signature could be used for something else.',
      );
    const isText = needed !== 'chainid' || revision === 0;
    if (!shortTypes.includes(match.type.name) && !(isText && match.type.name === 'string'))
      refuseTypedData(
        path,
        `declare ${match.name} as a ${revision === 1 ? 'shortstring' : 'felt'}.`,
      );
  }
  if (fields.some(({ type }) => type.as !== 'basic'))
    refuseTypedData(path, 'each member is a single value, such as a felt: declare no others.');
}

type ReadValue = (type: Type, value: unknown, path: readonly string[]) => TypedValue;

function parseStruct(type: StructType, value: unknown, path: readonly string[], read: ReadValue) {
  const entries = parseEntries(value, path);
  const fields = type.fields.map(({ name, type: inner }) => {
    const memberPath = [...path, name];
    if (!entries.has(name)) refuseTypedData(memberPath, 'this field is missing: give it a value.');
    return { name, value: read(inner, entries.get(name), memberPath) };
  });
  for (const name of entries.keys())
    if (!type.fields.some((field) => field.name === name))
      refuseTypedData(
        [...path, name],
        'this field is in no type and would not be signed: declare it or leave it out.',
      );
  return { as: 'struct' as const, type: type.name, typeHash: toHex(type.typeHash), fields };
}

function parseEnum(type: EnumType, value: unknown, path: readonly string[], read: ReadValue) {
  const [chosen, ...excess] = parseEntries(value, path);
  if (!chosen || excess.length > 0) return refuseTypedData(path, 'expected exactly one variant.');
  const [variant, values] = chosen;
  const variantPath = [...path, variant];
  const index = type.variants.findIndex(({ name }) => name === variant);
  const types = type.variants[index]?.types;
  if (!types)
    return refuseTypedData(variantPath, 'there is no such variant: name one that is declared.');
  if (!Array.isArray(values) || values.length !== types.length)
    return refuseTypedData(variantPath, `expected an array of ${types.length}.`);
  const items = types.map((inner, i) =>
    read(inner, values[i] as unknown, [...variantPath, `${i}`]),
  );
  return { as: 'enum' as const, type: type.name, variant, index, items };
}

/** Parses values until the node budget is used up. */
function valueReader(revision: Revision): ReadValue {
  let nodes = 0;
  const read: ReadValue = (type, value, path) => {
    nodes += 1;
    if (nodes > typedDataLimits.nodes)
      refuseTypedData(path, 'there are too many values: leave some out.');
    switch (type.as) {
      case 'basic':
        return parseBasic(type.name, value, path, revision);
      case 'struct':
        return parseStruct(type, value, path, read);
      case 'enum':
        return parseEnum(type, value, path, read);
      case 'list':
      case 'tree': {
        if (!Array.isArray(value)) return refuseTypedData(path, 'expected an array.');
        if (type.as === 'tree' && value.length === 0)
          refuseTypedData(path, 'expected one leaf at least.');
        // Array.from also visits holes of a sparse array; map would omit them from the hash.
        const items = Array.from(value, (item: unknown, i) =>
          read(type.of, item, [...path, `${i}`]),
        );
        return { as: type.as, type: type.name, items };
      }
    }
  };
  return read;
}

const parts = ['types', 'primaryType', 'domain', 'message'];

/**
 * The only parser for typed data (SNIP-12, revisions 0 and 1). Stricter than the standard, so that
 * the displayed and the signed data match: it rejects anything that is not hashed.
 * @throws invalidParams with the path of the first fault
 */
export function parseTypedData(value: unknown): TypedData {
  const entries = parseEntries(value, []);
  for (const name of entries.keys())
    if (!parts.includes(name))
      refuseTypedData([name], 'typed data has no such part: leave it out.');
  const primaryType = entries.get('primaryType');
  if (typeof primaryType !== 'string')
    return refuseTypedData(['primaryType'], 'expected a name of a type.');

  const domainValues = parseEntries(entries.get('domain'), ['domain']);
  const revision = parseRevision(entries.get('types'), domainValues);
  const types = resolveTypes(entries.get('types'), primaryType, revision);
  checkDomain(types.domain, revision);
  // Hashed only if it is declared; its value was checked above.
  if (!types.domain.fields.some(({ name }) => name === 'revision')) domainValues.delete('revision');

  const read = valueReader(revision);
  const domain = parseStruct(types.domain, Object.fromEntries(domainValues), ['domain'], read);
  const message = parseStruct(types.message, entries.get('message'), ['message'], read);
  return deepFreeze({ revision, domain, message, unusedTypes: types.unused });
}

/**
 * The chain for which a signature is valid, as canonical hex such as 0x534e5f4d41494e; the typed
 * data may have it as hex, number or text.
 */
export function typedDataChainId({ domain }: TypedData): string {
  return findFelt(domain, 'chainid') ?? refuseTypedData(['domain', 'chainId'], 'this is no chain.');
}

/** The name in the domain, as a text; undefined if it is signed as a number. */
export function domainName({ domain }: Pick<TypedData, 'domain'>): string | undefined {
  const name = findField(domain, 'name');
  if (name?.as === 'felt' || name?.as === 'text') return name.text;
  return undefined;
}
