import { fail } from '@xnet/clients/errors';
import { isObject, RIGHT_TO_LEFT } from '../../schema/primitives';

/** Revision of SNIP-12: 0 hashes with Pedersen, 1 with Poseidon. */
export type Revision = 0 | 1;

/** Types of the standard; nobody may declare them anew. Revision 0 has no u128, but all use it. */
const standardTypes = {
  0: ['felt', 'bool', 'string', 'selector', 'u128'],
  1: [
    'felt',
    'bool',
    'string',
    'selector',
    'shortstring',
    'u128',
    'i128',
    'timestamp',
    'ContractAddress',
    'ClassHash',
  ],
} as const satisfies Record<Revision, readonly string[]>;

/**
 * Names of Cairo that sites use in revision 0 without declaring them, where every library reads an
 * unknown type as a felt. A type that is declared under such a name is that type.
 */
const borrowedTypes = [
  'felt252',
  'shortstring',
  'timestamp',
  'ContractAddress',
  'ClassHash',
  'u8',
  'u16',
  'u32',
  'u64',
] as const;

export const basicTypes = {
  0: [...standardTypes[0], ...borrowedTypes],
  1: standardTypes[1],
} as const satisfies Record<Revision, readonly string[]>;
export type BasicType = (typeof basicTypes)[Revision][number];
/** Types that refer to another type in `contains`. */
const containers = { 0: ['merkletree'], 1: ['merkletree', 'enum'] } as const;

export type Member = { readonly name: string; readonly type: string; readonly contains?: string };
/** Members of a type by its name; undefined for a name that is not declared. */
export type Declarations = (name: string) => readonly Member[] | undefined;

/** A struct that SNIP-12 itself defines, and what is known of its values. */
type Preset = {
  readonly members: readonly Member[];
  /** True if `low` and `high` are the halves of one number, which is shown as an amount. */
  readonly isSplitNumber?: true;
  /** The member that names the token of the amount inside. */
  readonly token?: string;
  /** True for an amount of a token and for an NFT: a message that logs in has neither. */
  readonly isAsset?: true;
};

/**
 * The structs of the standard, in revision 1 only. A new one is an entry here: parser, hash, facts
 * and warnings follow from it.
 */
export const presets: ReadonlyMap<string, Preset> = new Map<string, Preset>([
  [
    'u256',
    {
      members: [
        { name: 'low', type: 'u128' },
        { name: 'high', type: 'u128' },
      ],
      isSplitNumber: true,
    },
  ],
  [
    'TokenAmount',
    {
      members: [
        { name: 'token_address', type: 'ContractAddress' },
        { name: 'amount', type: 'u256' },
      ],
      token: 'token_address',
      isAsset: true,
    },
  ],
  [
    'NftId',
    {
      members: [
        { name: 'collection_address', type: 'ContractAddress' },
        { name: 'token_id', type: 'u256' },
      ],
      isAsset: true,
    },
  ],
]);

/** The struct of the standard that a revision knows by this name. */
export const findPreset = (revision: Revision, name: string): Preset | undefined => {
  if (revision !== 1) return undefined;
  return presets.get(name);
};

/** The structs that a revision knows before any is declared, in a new map. */
export const presetTypes = (revision: Revision): Map<string, readonly Member[]> => {
  if (revision !== 1) return new Map();
  return new Map([...presets].map(([name, { members }]) => [name, members]));
};

/** Maximum nesting depth; number of values, or of members of types; number of types. */
export const typedDataLimits = { depth: 16, nodes: 2_000, types: 64 } as const;

export const domainNames = { 0: 'StarkNetDomain', 1: 'StarknetDomain' } as const satisfies Record<
  Revision,
  string
>;

/** @throws always: rejects the typed data because of the value at this path. */
export function refuseTypedData(path: readonly string[], problem: string): never {
  const place = path.join('.');
  return fail('invalidParams', place === '' ? problem : `${place}: ${problem}`, { path: place });
}

/** The own entries of a JSON object; never looks anything up on a prototype. */
export function parseEntries(value: unknown, path: readonly string[]): Map<string, unknown> {
  if (!isObject(value)) return refuseTypedData(path, 'expected an object.');
  return new Map(Object.entries(value));
}

/** True for printable characters; excludes invisible ones (some of which are letters). */
const isPrintable = (name: string): boolean =>
  /^(?!.*[\p{Default_Ignorable_Code_Point}\u2800\u{1d159}])[\p{L}\p{N}\p{P}\p{S}](?:[\p{L}\p{N}\p{P}\p{S} ]*[\p{L}\p{N}\p{P}\p{S}])?$/u.test(
    name,
  );
const ESCAPED = /["\\]/u;
/** Separators of names in the hashed text; revision 1 quotes the names of members. */
const SEPARATORS = /[*(),:]/u;

function checkName(name: unknown, path: readonly string[], separators: boolean): string {
  if (typeof name !== 'string' || name === '')
    return refuseTypedData(path, 'a name is a text: give one.');
  if (!isPrintable(name) || ESCAPED.test(name) || name.length > 128)
    refuseTypedData(path, 'use up to 128 printable characters in a name, and no quotes.');
  if (name.search(RIGHT_TO_LEFT) >= 0)
    refuseTypedData(path, 'use no letters that are written from right to left in a name.');
  if (!separators && SEPARATORS.test(name))
    refuseTypedData(path, 'a name holds none of * ( ) , and : as they separate names: rename it.');
  if (name in {} || name === 'prototype')
    refuseTypedData(path, `the name ${name} is not allowed: rename it.`);
  return name;
}

function parseMember(value: unknown, path: readonly string[], revision: Revision): Member {
  const { name, type, contains, ...unknownFields } = Object.fromEntries(parseEntries(value, path));
  const [extra] = Object.keys(unknownFields);
  if (extra !== undefined)
    refuseTypedData([...path, extra], 'a member has a name and a type only: leave this out.');
  const member = { name: checkName(name, [...path, 'name'], revision === 1) };
  if (typeof type !== 'string')
    return refuseTypedData([...path, 'type'], 'expected the name of a type.');
  if (!containers[revision].some((container) => container === type)) {
    if (contains !== undefined)
      refuseTypedData([...path, 'contains'], `${type} contains no other type: leave this out.`);
    return { ...member, type };
  }
  if (typeof contains !== 'string')
    return refuseTypedData(
      [...path, 'contains'],
      `${type} needs the name of the type that it contains.`,
    );
  return { ...member, type, contains };
}

function parseMembers(value: unknown, path: readonly string[], revision: Revision): Member[] {
  if (!Array.isArray(value)) return refuseTypedData(path, 'expected an array of members.');
  const read = Array.from(value, (member: unknown, i) =>
    parseMember(member, [...path, `${i}`], revision),
  );
  if (new Set(read.map((member) => member.name)).size !== read.length)
    refuseTypedData(path, 'two members have the same name: rename one of them.');
  return read;
}

/**
 * Checks the names of all declared types. Members are parsed when a type is first used: nothing of
 * an unused type is signed or shown.
 */
export function parseDeclarations(
  value: unknown,
  revision: Revision,
): { readonly names: readonly string[]; readonly declarations: Declarations } {
  const reserved = new Set<string>([...standardTypes[revision], ...containers[revision]]);
  if (revision === 1) for (const name of presets.keys()) reserved.add(name);
  const entries = parseEntries(value, ['types']);
  let count = 0;
  for (const [index, [name, members]] of [...entries].entries()) {
    const path = ['types', name];
    checkName(name, path, false);
    if (reserved.has(name))
      refuseTypedData(path, 'this name belongs to a type of the standard: remove or rename it.');
    if (Array.isArray(members)) count += members.length;
    if (index >= typedDataLimits.types || count > typedDataLimits.nodes)
      refuseTypedData(path, 'there are too many types, or members of types: remove unused ones.');
  }
  const parsed = presetTypes(revision);
  const declarations = (name: string) => {
    if (!parsed.has(name) && entries.has(name))
      parsed.set(name, parseMembers(entries.get(name), ['types', name], revision));
    return parsed.get(name);
  };
  return { names: [...entries.keys()], declarations };
}
