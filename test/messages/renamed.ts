import { presets } from '../../src/starknet/typedData/declarations';
import type { Json, Parts } from './typedDataExample';

type Member = { name: string; type: string; contains?: string };

/** Structs of the standard, whose members nobody names anew. */
const isFixed = (type: string): boolean => /^Stark[nN]etDomain$/u.test(type) || presets.has(type);

/** New names for types and for members by type; a name that is missing stays. */
export type Names = {
  readonly typeOf: (type: string) => string;
  readonly memberOf: (type: string, member: string) => string;
};

/**
 * The same message with other names: every value, type of the standard and place stays. Structs
 * that revision 0 calls like those of the standard are renamed as any other.
 */
export function renameParts(parts: Parts, { typeOf, memberOf }: Names): Parts {
  const types = parts.types as Record<string, Member[]>; // the corpus has no others
  const isNew = 'StarknetDomain' in types;
  const isKept = (type: string) => !types[type] || (isNew ? isFixed(type) : /Domain$/u.test(type));
  const typeName = (type: string): string => {
    if (type.startsWith('('))
      return `(${type.slice(1, -1).split(',').filter(Boolean).map(typeName).join(',')})`;
    if (type.endsWith('*')) return `${typeName(type.slice(0, -1))}*`;
    return isKept(type) ? type : typeOf(type);
  };
  const memberName = (type: string, member: string) =>
    isKept(type) ? member : memberOf(type, member);
  const renameIn = (type: string, value: unknown, contains?: string): unknown => {
    if (type === 'merkletree' && contains)
      return (value as unknown[]).map((item) => renameIn(contains, item)); // a tree is a list
    if (type === 'enum' && contains) {
      const [[variant = '', items = []] = []] = Object.entries(value as Record<string, unknown[]>);
      const inner = types[contains]?.find(({ name }) => name === variant)?.type ?? '()';
      const of = inner.slice(1, -1).split(',');
      return { [memberName(contains, variant)]: items.map((one, i) => renameIn(of[i] ?? '', one)) };
    }
    if (type.endsWith('*') && Array.isArray(value))
      return value.map((item) => renameIn(type.slice(0, -1), item));
    const members = types[type];
    if (!members || typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      members.map((member) => [
        memberName(type, member.name),
        renameIn(member.type, (value as Json)[member.name], member.contains), // an object, as tested
      ]),
    );
  };
  const primary = String(parts.primaryType);
  return {
    ...parts,
    types: Object.fromEntries(
      Object.entries(types).map(([type, members]) => [
        typeName(type),
        members.map((member) => ({
          name: memberName(type, member.name),
          type: typeName(member.type),
          ...(member.contains && { contains: typeName(member.contains) }),
        })),
      ]),
    ),
    primaryType: typeName(primary),
    message: renameIn(primary, parts.message) as Json, // of a struct
  };
}

/** The types of a message whose members have names of their own, with these members. */
export const listMembers = ({ types }: Parts): [type: string, members: string[]][] => {
  const isNew = 'StarknetDomain' in types;
  return Object.entries(types as Record<string, Member[]>) // the corpus has no others
    .filter(([type]) => (isNew ? !isFixed(type) : !/Domain$/u.test(type)))
    .map(([type, members]) => [type, members.map(({ name }) => name)]);
};

/** Names that say nothing; equal for an equal seed. */
export function randomNames(seed: number): Names {
  const names = new Map<string, string>();
  const nameOf = (key: string): string => {
    const name = names.get(key) ?? `x${((seed + 1) * 7_919 + names.size * 104_729).toString(36)}`;
    names.set(key, name);
    return name;
  };
  return {
    typeOf: (type) => nameOf(type),
    memberOf: (type, member) => nameOf(`${type}\0${member}`),
  };
}
