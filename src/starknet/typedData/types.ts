import { starknetKeccak } from '../selector';
import {
  type BasicType,
  basicTypes,
  type Declarations,
  domainNames,
  type Member,
  parseDeclarations,
  presetTypes,
  type Revision,
  refuseTypedData,
  typedDataLimits,
} from './declarations';

/** A resolved type without unresolved names or cycles. */
export type Type =
  | { readonly as: 'basic'; readonly name: BasicType; readonly depth: 0 }
  | {
      readonly as: 'list' | 'tree';
      readonly name: string;
      readonly of: Type;
      readonly depth: number;
    }
  | StructType
  | EnumType;
export type StructType = {
  readonly as: 'struct';
  readonly name: string;
  readonly typeHash: bigint;
  readonly fields: readonly { readonly name: string; readonly type: Type }[];
  readonly depth: number;
};
export type EnumType = {
  readonly as: 'enum';
  readonly name: string;
  readonly variants: readonly { readonly name: string; readonly types: readonly Type[] }[];
  readonly depth: number;
};

/** More array levels than allowed; a text may contain any number of them. */
const TOO_DEEP = '*'.repeat(typedDataLimits.depth + 1);

const isParenthesised = (type: string): boolean => type.startsWith('(') && type.endsWith(')');
const partsOf = (tuple: string): string[] => {
  if (tuple === '()') return [];
  return tuple.slice(1, -1).split(',');
};

/** SNIP-12 encode_type of a single declaration, and the names of those that it refers to. */
function encodedType(name: string, members: readonly Member[], revision: Revision) {
  const isNew = revision === 1;
  const quoted = (text: string) => (isNew ? `"${text}"` : text);
  const references: string[] = [];
  const refer = (type: string) => {
    references.push(type.replace(/\*$/u, ''));
    return quoted(type);
  };
  const texts = members.map(({ name: member, type: declared, contains }) => {
    // A type hash does not cover the type inside a Merkle tree; only its root is signed.
    const type = isNew && declared === 'enum' && contains ? contains : declared;
    if (!isNew || !isParenthesised(type)) return `${quoted(member)}:${refer(type)}`;
    const parts = partsOf(type).map((part) => part && refer(part));
    return `${quoted(member)}:(${parts.join(',')})`;
  });
  return { text: `${quoted(name)}(${texts.join(',')})`, references };
}

/** SNIP-12 type_hash: covers a declaration, then all that it refers to, sorted by name. */
export function createTypeHash(declarations: Declarations, revision: Revision) {
  return (name: string): bigint => {
    const texts = new Map<string, string>();
    const visit = (reference: string) => {
      if (texts.has(reference)) return;
      const members = declarations(reference);
      if (!members) return;
      const { text, references } = encodedType(reference, members, revision);
      texts.set(reference, text);
      for (const inner of references) visit(inner);
    };
    visit(name);
    const otherNames = [...texts.keys()].filter((one) => one !== name).sort();
    return starknetKeccak([name, ...otherNames].map((one) => texts.get(one) ?? '').join(''));
  };
}

/**
 * Checks `types` by the rules of SNIP-12 and resolves the domain and the primary type, and counts
 * the types that these two do not use.
 * @throws invalidParams with the path of the first fault
 */
export function resolveTypes(
  value: unknown,
  primaryType: string,
  revision: Revision,
): { domain: StructType; message: StructType; unused: number } {
  const { names, declarations } = parseDeclarations(value, revision);
  const domainName = domainNames[revision];
  if (primaryType === domainName)
    refuseTypedData(['primaryType'], 'the domain is not a message: name another type.');

  const typeHash = createTypeHash(declarations, revision);
  const { resolveOnce, resolved } = createRegistry(declarations, revision);

  const resolveName = (text: string, path: readonly string[]): Type => {
    const basic = basicTypes[revision].find((name) => name === text);
    if (basic && !names.includes(text)) return { as: 'basic', name: basic, depth: 0 };
    if (text.endsWith(TOO_DEEP))
      refuseTypedData(path, 'the types are nested too deeply: use fewer levels.');
    if (text.endsWith('*')) {
      const itemType = resolveName(text.slice(0, -1), path);
      requireOneHash(itemType, path);
      return { as: 'list', name: text, of: itemType, depth: depthOf([itemType], path) };
    }
    if (text === domainName)
      refuseTypedData(path, 'the domain is not a part of a message: use another type.');
    return resolveStruct(text, path);
  };
  const resolveMember = ({ type, contains }: Member, path: readonly string[]): Type => {
    if (contains === undefined) return resolveName(type, path);
    if (type === 'enum') return resolveEnum(contains, path);
    if (contains.endsWith('*'))
      refuseTypedData(path, 'the leaves of a Merkle tree are no arrays: name a type without *.');
    const of = resolveName(contains, path);
    return { as: 'tree', name: `merkletree of ${contains}`, of, depth: depthOf([of], path) };
  };
  const resolveStruct = (name: string, path: readonly string[]): StructType =>
    resolveOnce(name, 'struct', path, (members) => {
      const fields = members.map((member, i) => {
        const typePath = ['types', name, `${i}`, 'type'];
        return { name: member.name, type: resolveMember(member, typePath) };
      });
      const depth = depthOf(
        fields.map(({ type }) => type),
        path,
      );
      return { as: 'struct', name, typeHash: typeHash(name), fields, depth };
    });
  const resolveEnum = (name: string, path: readonly string[]): EnumType =>
    resolveOnce(name, 'enum', path, (members) => {
      if (members.length === 0)
        refuseTypedData(path, 'an enum has variants: declare one at least.');
      const variants = members.map((member, i) => {
        const typePath = ['types', name, `${i}`, 'type'];
        const types = variantParts(member, typePath).map((part) => resolveName(part, typePath));
        return { name: member.name, types };
      });
      const depth = depthOf(
        variants.flatMap(({ types }) => types),
        path,
      );
      return { as: 'enum', name, variants, depth };
    });

  const domain = resolveStruct(domainName, ['types']);
  const message = resolveStruct(primaryType, ['primaryType']);
  return { domain, message, unused: names.filter((name) => !resolved.has(name)).length };
}

const baseOf = (type: Type): Type => {
  if (type.as === 'list') return baseOf(type.of);
  return type;
};

const depthOf = (inner: readonly Type[], path: readonly string[]): number => {
  const depth = 1 + Math.max(0, ...inner.map((type) => type.depth));
  if (depth > typedDataLimits.depth)
    return refuseTypedData(path, 'the types are nested too deeply: use fewer levels.');
  return depth;
};

/** Implementations disagree on whether a type hash covers nested arrays of structs. */
function requireOneHash(type: Type, path: readonly string[]): void {
  if (type.as === 'list' && baseOf(type).as !== 'basic')
    refuseTypedData(path, 'libraries hash arrays of arrays of structs differently: use one array.');
}

function variantParts({ type }: Member, typePath: readonly string[]): string[] {
  if (!isParenthesised(type))
    refuseTypedData(
      typePath,
      'a variant has its types in parentheses: declare it as (felt), or () for none.',
    );
  return partsOf(type);
}

/** The declarations that are resolved so far. */
function createRegistry(declarations: Declarations, revision: Revision) {
  const resolved = new Map<string, StructType | EnumType>();
  const open = new Set<string>();

  /** Resolves a declaration once, and rejects cycles. */
  const resolveOnce = <T extends StructType | EnumType>(
    name: string,
    form: T['as'],
    path: readonly string[],
    resolve: (members: readonly Member[]) => T,
  ): T => {
    const resolvedType = resolved.get(name);
    if (resolvedType?.as === form) return resolvedType as T; // `as` tells the two apart
    const members = declarations(name);
    if (!members) {
      const knownNames = [...basicTypes[revision], ...presetTypes(revision).keys()].join(', ');
      return refuseTypedData(
        path,
        `there is no type ${JSON.stringify(name)}: declare it, or use ${knownNames}.`,
      );
    }
    if (open.has(name)) refuseTypedData(path, 'a type must not contain itself: use another type.');
    if (open.size >= typedDataLimits.depth)
      refuseTypedData(path, 'the types are nested too deeply: use fewer levels.');
    open.add(name);
    const type = resolve(members);
    open.delete(name);
    resolved.set(name, type);
    return type;
  };

  return { resolveOnce, resolved };
}
