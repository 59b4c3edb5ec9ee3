/** The entry of a name in a table: its own alone, since callers choose names such as "constructor". */
export function ownEntry<Entry>(
  table: Readonly<Record<string, Entry>>,
  name: string,
): Entry | undefined {
  if (Object.hasOwn(table, name)) return table[name];
  return undefined;
}
