import table from './layers.json';
import { fileOf, pathOf } from './sources';

const lists: Readonly<Record<string, readonly string[]>> = table.lists;

/** Rooms that a name of the table stands for: itself, or those of its list. */
const expand = (name: string): string[] => lists[name]?.flatMap(expand) ?? [name];

/** True for a file of the room, which is a folder or a single file. */
export const isInside = (file: string, room: string): boolean =>
  file.startsWith(`${room}/`) ||
  (/^\.(?:ts|tsx|mjs)$/u.test(file.slice(room.length)) && file.startsWith(room));

/** What each room may import besides its own files. */
const rooms = new Map(
  Object.entries(table.rooms).map(([room, names]) => [room, names.flatMap(expand)]),
);
for (const { folder, below, rooms: floors } of table.floors)
  for (const [index, floor] of floors.entries())
    for (const room of floor) {
      const lower = floors.slice(index + 1).flat();
      rooms.set(`${folder}/${room}`, [
        ...lower.map((other) => `${folder}/${other}`),
        ...below.flatMap(expand),
      ]);
    }

/** The smallest room that the file is in. */
export const roomOf = (file: string): string | undefined =>
  [...rooms.keys()].filter((room) => isInside(file, room)).sort((a, b) => b.length - a.length)[0];

/** All names of rooms in the table. */
export const namesOfTable = (): string[] => [
  ...new Set([...rooms].flatMap(([room, names]) => [room, ...names])),
];

const packages = Object.entries(table.packages).map(([glob, allowed]) => {
  const pattern = glob.replaceAll(/[.+?^${}()|[\]\\]/gu, '\\$&').replaceAll('*', '[^/]*');
  return { pattern: new RegExp(`^${pattern}(?:/|$)`, 'u'), allowed: allowed.flatMap(expand) };
});

function isAllowed(file: string, name: string): boolean {
  const path = pathOf(name, file);
  if (path === undefined)
    return packages
      .filter(({ pattern }) => pattern.test(name))
      .every(({ allowed }) => allowed.some((room) => isInside(file, room)));
  if (/\.(?:json|css|svg|cjs)$/u.test(path)) return true;
  const room = roomOf(file) ?? '';
  // A file that does not exist counts as one of its folder.
  const target = fileOf(path) ?? `${path}.ts`;
  if (roomOf(target) === room) return true;
  return (rooms.get(room) ?? []).some((allowed) => isInside(target, allowed));
}

/** Imports of a file that the table does not allow. */
export const breachesOf = (file: string, names: readonly string[]): string[] =>
  names.filter((name) => !isAllowed(file, name)).map((name) => `${file} imports ${name}`);
