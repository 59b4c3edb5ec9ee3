import { isIP } from 'node:net';

/**
 * The network that shares one limit: an IPv4 address, or the /64 of an IPv6 address, since one
 * caller has all of it.
 */
export const addressBlock = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) !== 6) return plain;
  const [first = [], last = []] = plain
    .split('::')
    .map((side) => side.split(':').filter((part) => part !== ''));
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
};

/** A thing held by an address and, as far as one is known, by a key. */
export type Holding = { address: string; key: string };

type Group<T> = { size: number; parts: Map<string, Set<T>> };

/** Groups of holdings by one name, each parted by another one. */
const createGroups = <T>() => {
  const groups = new Map<string, Group<T>>();
  return {
    add: (name: string, part: string, one: T): void => {
      const group = groups.get(name) ?? { size: 0, parts: new Map<string, Set<T>>() };
      groups.set(name, group);
      group.size += 1;
      const members = group.parts.get(part) ?? new Set();
      group.parts.set(part, members.add(one));
    },
    remove: (name: string, part: string, one: T): void => {
      const group = groups.get(name);
      const members = group?.parts.get(part);
      if (group === undefined || members === undefined || !members.delete(one)) return;
      group.size -= 1;
      if (members.size === 0) group.parts.delete(part);
      if (group.size === 0) groups.delete(name);
    },
    largest: (): Group<T> | undefined => {
      let largestGroup: Group<T> | undefined;
      for (const group of groups.values())
        if (group.size > (largestGroup?.size ?? 0)) largestGroup = group;
      return largestGroup;
    },
  };
};

/**
 * Things of one kind that callers hold. Whoever holds most is found by address and by key: an address
 * may have many keys, a key many addresses, and behind a balancer all keys have one address.
 */
export const createHolders = <T extends Holding>() => {
  const byAddress = createGroups<T>();
  const byKey = createGroups<T>();
  return {
    add: (one: T): void => {
      byAddress.add(one.address, one.key, one);
      if (one.key !== '') byKey.add(one.key, one.address, one);
    },
    remove: (one: T): void => {
      byAddress.remove(one.address, one.key, one);
      byKey.remove(one.key, one.address, one);
    },
    /** All that the largest holder has: of the largest address its largest key, or the reverse. */
    largest: (): ReadonlySet<T> => {
      const [address, key] = [byAddress.largest(), byKey.largest()];
      const group = (key?.size ?? 0) > (address?.size ?? 0) ? key : address;
      let largestPart: ReadonlySet<T> = new Set();
      for (const part of group?.parts.values() ?? [])
        if (part.size > largestPart.size) largestPart = part;
      return largestPart;
    },
  };
};
