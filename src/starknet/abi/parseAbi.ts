import { getSelector, isIdentifier } from '../selector';
import type { Abi, AbiFunction, Parameter } from './abi';
import { createTypes, parseParameters, typeLimits } from './cairoType';

/** Text: the network's limit for a whole class, in characters. Entries and functions: per ABI. */
const abiLimits = { text: 4_089_446, entries: 10_000, functions: 1_000 } as const;

type AbiEntry = Readonly<Record<string, unknown>>;
const TYPE = /^[\w:<>()[\];,@* -]+$/u;
/** Wallets cannot store objects with these keys. */
const isSafeKey = (name: string) => !(name in Object.prototype);

function parseEntries(list: unknown): AbiEntry[] | undefined {
  if (!Array.isArray(list) || list.length > abiLimits.entries) return undefined;
  return list.filter((entry) => typeof entry === 'object' && entry !== null);
}

function parseJson(text: string): unknown {
  try {
    if (text.length > abiLimits.text) return undefined;
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isName = (name: unknown): name is string =>
  typeof name === 'string' && name.length <= typeLimits.name && isIdentifier(name);
const isType = (type: unknown): type is string =>
  typeof type === 'string' && type.length <= typeLimits.characters && TYPE.test(type);

/** Undefined if one has a name or type that is not valid in Cairo. */
function parseParts(list: unknown): Parameter[] | undefined {
  const entries = parseEntries(list);
  const read = entries?.flatMap(({ name, type }) =>
    isName(name) && isType(type) ? [{ name, type }] : [],
  );
  if (Array.isArray(list) && read?.length === list.length) return read;
  return undefined;
}

/** Drops a name with conflicting entries, since at most one of them can be right. */
function createTable<T>() {
  const table = new Map<string, { value: T; text: string } | null>();
  return {
    put(name: string, value: T) {
      const text = JSON.stringify(value);
      const declaration = table.get(name);
      if (declaration === undefined || declaration?.text === text) table.set(name, { value, text });
      else table.set(name, null);
    },
    // Creates own properties only, whatever the names are.
    all: (): Record<string, T> =>
      Object.fromEntries([...table].flatMap(([name, one]) => (one ? [[name, one.value]] : []))),
  };
}

/** Functions that a transaction can call: no constructors, no L1 handlers. */
function functionsIn(entries: readonly AbiEntry[]): AbiEntry[] {
  const embedded = new Set(
    entries.filter(({ type }) => type === 'impl').map(({ interface_name }) => interface_name),
  );
  return entries
    .flatMap((entry) => {
      if (entry.type === 'interface' && embedded.has(entry.name))
        return parseEntries(entry.items) ?? [];
      return [entry];
    })
    .filter(({ type }) => type === 'function');
}

function parseFunction(entry: AbiEntry): AbiFunction | undefined {
  const inputs = parseParts(entry.inputs);
  if (isName(entry.name) && inputs) return { name: entry.name, inputs };
  return undefined;
}

function declarationsIn(entries: readonly AbiEntry[], kind: 'struct' | 'enum', list: string) {
  const table = createTable<readonly Parameter[]>();
  for (const entry of entries) {
    if (entry.type !== kind) continue;
    const parts = parseParts(entry[list]);
    if (parts && isType(entry.name) && isSafeKey(entry.name)) table.put(entry.name, parts);
  }
  return table.all();
}

const pick = <T>(table: Readonly<Record<string, T>>, names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(table).filter(([name]) => names.has(name)));

/**
 * Extracts what is needed to decode calls: the functions by selector, and the declarations that
 * they use. Accepts an array or its JSON text, from Cairo 0, from Cairo 1 with interfaces, and the
 * older flat form. Skips entries that are not valid Cairo; returns undefined if the input is not an
 * ABI. Never throws, and takes linear time.
 */
export function parseAbi(abi: unknown): Abi | undefined {
  const entries = parseEntries(typeof abi === 'string' ? parseJson(abi) : abi);
  if (!entries) return undefined;
  const entryPoints = functionsIn(entries);
  if (entryPoints.length > abiLimits.functions) return undefined;
  const table = createTable<AbiFunction>();
  for (const entry of entryPoints) {
    const read = parseFunction(entry);
    if (read) table.put(getSelector(read.name), read);
  }
  const functions = table.all();
  const structs = declarationsIn(entries, 'struct', 'members');
  const enums = declarationsIn(entries, 'enum', 'variants');
  const used = new Set<string>();
  const resolve = createTypes({ structs, enums }, used);
  for (const one of Object.values(functions)) parseParameters(one, resolve);
  return { functions, structs: pick(structs, used), enums: pick(enums, used) };
}
