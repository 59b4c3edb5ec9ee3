import { array, type Struct, unknown } from '@metamask/superstruct';
import { fail, ModuleError } from '@xnet/clients/errors';
import { byName, deepFreeze, parse, whole } from '@xnet/clients/schema/field';

/** The wallet's storage. Values are JSON; a key is a dotted path; null if nothing is stored. */
export type Storage = {
  get(key: string, secrecy: Secrecy): Promise<unknown>;
  set(key: string, value: unknown, secrecy: Secrecy): Promise<void>;
};
/** The wallet encrypts `secret` values; they can be read only while it is unlocked. */
export type Secrecy = 'plain' | 'secret';

/** Rejects a storage call that the wallet may have carried out but can no longer confirm. */
export const unanswered = new ModuleError('internal', 'The wallet ended the request.');

/** One noun in state: its key, its shape, and its value before anything was stored. */
export type Entry<T> = {
  key: string;
  struct: Struct<T, unknown>;
  empty: T;
  secrecy?: Secrecy;
  /** Bypasses memory: response times must not reveal to a site whether it was read before. */
  isReadAnew?: boolean;
  /** Counts as empty if unreadable; set only where this loses nothing that protects the user. */
  isDispensable?: boolean;
  /** Converts to the stored form if that differs; the struct parses it, too. */
  pack?: (value: T) => unknown;
};

export const stateEntry = <T>(
  key: string,
  struct: Struct<T, unknown>,
  empty: NoInfer<T>,
): Entry<T> => ({
  key,
  struct,
  empty,
});

/** A list, empty until something is stored. */
export const listEntry = <T, S>(key: string, one: Struct<T, S>): Entry<T[]> =>
  stateEntry(key, array(one), []);

export const dispensable = <T>(entry: Entry<T>): Entry<T> => ({ ...entry, isDispensable: true });

/** Migrates the whole state from version n to n + 1. */
export type Migration = (storage: Storage) => Promise<void>;
const VERSION_KEY = 'version';
/** The error code with which wallets refuse to store a value. */
const NOT_TAKEN = -32602;
/** Nouns that can be fetched again, and that are large enough to make room for others. */
const GIVING_WAY = ['found', 'classes'];

export type Store = ReturnType<typeof createStore>;

/**
 * Keyed state with a write-through cache. The process is the only writer while it lives, so it
 * reads each key once and skips writes of unchanged values. Values that are read are frozen, since
 * all readers share them; after a failed write the key is read again.
 * Secrets are not cached, since the wallet gives them out only while it is unlocked.
 * @throws internal if this version of the module cannot read what is stored
 * @throws stateFull if the wallet has no room for what is written
 */
export function createStore(storage: Storage, steps: readonly Migration[] = []) {
  /** Keys with unreadable values. These are left in place, since another version may read them. */
  const lost = new Set<string>();
  const inTurn = createQueues();
  let ready: Promise<void> | undefined;
  const open = () => {
    ready ??= migrate(storage, steps).catch((error) => {
      ready = undefined;
      throw error;
    });
    return ready;
  };
  const { load, loadCopy, save } = createCache(storage, open, lost);

  /** A separate name space, so that a task in `inTurn` can write whatever its name is. */
  const atKey = <T>({ key }: { key: string }, task: () => Promise<T>) =>
    inTurn(`state ${key}`, task);

  const write = <T>(entry: Entry<T>, value: T, wait?: 'unawaited'): Promise<void> =>
    atKey(entry, () => save(entry, value, wait));

  return {
    inTurn,
    read: load,
    lost: {
      keys: (): string[] => [...lost],
      /** Deletes an unreadable value, at its owner's request. */
      reset: (key: string): Promise<void> => write(stateEntry(key, unknown(), null), null),
    },
    /**
     * `unawaited`: does not wait for the wallet, which may drop its response when the request ends.
     * Memory has the value at once, and the wallet executes calls in order.
     */
    write,
    /** Reads a copy of the value, which the caller may change. */
    readCopy: loadCopy,
    /** Replaces the value; other updates of the key wait. */
    replace: <T>(entry: Entry<T>, change: (last: T) => T): Promise<void> =>
      atKey(entry, async () => save(entry, change(await load(entry)))),
    /** Reads, changes and writes the value while other updates wait. `change` is synchronous. */
    update: <T, R>(entry: Entry<T>, change: (draft: T) => R): Promise<R> =>
      atKey(entry, async () => {
        const draft = await loadCopy(entry);
        const outcome = change(draft);
        await save(entry, draft);
        return outcome;
      }),
  };
}

/** The store's memory, and how values get there. */
function createCache(storage: Storage, open: () => Promise<void>, lost: Set<string>) {
  /** Stored text by key, `null` for nothing; concurrent reads share one promise. */
  const memory = new Map<string, Promise<string>>();
  /** The last text that the wallet confirmed, restored if it refuses the next one. */
  const confirmed = new Map<string, string>();
  /** Values with the text that they were parsed from. Everybody gets the same, so they are frozen. */
  const parsed = new Map<string, { text: string; value: unknown }>();
  const setMakingRoom = createSetter(storage);
  const loadAnew = createReader(storage, open, lost);

  function loadText<T>(entry: Entry<T>): Promise<string> {
    const { key, secrecy, isReadAnew } = entry;
    const cached = memory.get(key);
    if (cached && !isReadAnew) return cached;
    const text = loadAnew(entry);
    if (cached || secrecy === 'secret') return text;
    memory.set(key, text);
    text.then(
      (read) => memory.get(key) === text && confirmed.set(key, read),
      () => memory.delete(key),
    );
    return text;
  }

  const loadCopy = async <T>(entry: Entry<T>): Promise<T> =>
    JSON.parse(textIn(entry, await loadText(entry)));

  async function load<T>(entry: Entry<T>): Promise<T> {
    const text = textIn(entry, await loadText(entry));
    const last = parsed.get(entry.key);
    if (last?.text === text) return last.value as T; // parsed from the same entry's text
    const value = deepFreeze(JSON.parse(text));
    if (entry.secrecy !== 'secret') parsed.set(entry.key, { text, value });
    return value;
  }

  async function save<T>(entry: Entry<T>, value: T, wait?: 'unawaited'): Promise<void> {
    await open();
    const { key, secrecy = 'plain', pack, isDispensable } = entry;
    const text = JSON.stringify(value);
    const cached = await memory.get(key)?.catch(() => undefined);
    if (textIn(entry, cached) === text) return;
    lost.delete(key);
    const memorized = Promise.resolve(text);
    // Concurrent reads see the value that is being written, not the old one.
    if (secrecy === 'plain') memory.set(key, memorized);
    const put = (one: T) => setMakingRoom(key, pack?.(one) ?? one, secrecy);
    const writing = put(value).then(
      () => void (secrecy === 'plain' && confirmed.set(key, text)),
      async (error) => {
        // A later write may already have replaced it.
        if (memory.get(key) === memorized && !(wait && error === unanswered)) memory.delete(key);
        // A wallet keeps a value that it refused for its size, and then refuses all others. A value
        // that was overwritten unread may be dropped.
        const lastConfirmed = confirmed.get(key) ?? (isDispensable && 'null');
        if (lastConfirmed && error !== unanswered && !memory.has(key))
          await put(JSON.parse(textIn(entry, lastConfirmed))).catch(() => undefined);
        throw error;
      },
    );
    if (!wait) return writing;
    writing.catch(() => undefined);
  }

  return { load, loadCopy, save };
}

/** Reads a value from the wallet, past memory. */
const createReader =
  (storage: Storage, open: () => Promise<void>, lost: Set<string>) =>
  async <T>(entry: Entry<T>): Promise<string> => {
    const { key, struct, secrecy = 'plain', isDispensable } = entry;
    await open();
    const stored = (await storage.get(key, secrecy)) ?? null;
    if (stored === null) return 'null';
    // Only the noun, since the rest of a key may contain an account's address.
    const name = `stored.${key.split('.')[0]}`;
    try {
      return JSON.stringify(parse({ [name]: stored }, byName(struct), 'internal')[name]);
    } catch (error) {
      if (isDispensable) return 'null';
      if (secrecy === 'plain') lost.add(key);
      throw error;
    }
  };

/** Writes a value to the wallet. */
function createSetter(storage: Storage) {
  /** Deletion of what gives way; afterwards such nouns are only kept in memory. */
  let givenUp: Promise<unknown> | undefined;

  /** If the wallet refuses a value, frees what can be fetched again. */
  return async function setMakingRoom(
    key: string,
    value: unknown,
    secrecy: Secrecy,
  ): Promise<void> {
    const givesWay = GIVING_WAY.some((noun) => key.startsWith(`${noun}.`));
    if (givenUp && givesWay) return;
    const isTaken = () =>
      storage.set(key, value, secrecy).then(
        () => true,
        (error) => error.code !== NOT_TAKEN && Promise.reject(error),
      );
    if (await isTaken()) return;
    // The wallet deletes these even if it reports that it is still too full.
    givenUp ??= Promise.allSettled(GIVING_WAY.map((noun) => storage.set(noun, null, 'plain')));
    await givenUp;
    if (!givesWay && !(await isTaken())) fail('stateFull');
  };
}

function createQueues() {
  const queues = new Map<string, Promise<unknown>>();

  /** Runs tasks of the same name in sequence; a task must not wait for its own name. */
  return <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const lastTask = queues.get(name) ?? Promise.resolve();
    const run = lastTask.then(task);
    const settled = run.catch(() => undefined);
    queues.set(name, settled);
    void settled.then(() => queues.get(name) === settled && queues.delete(name));
    return run;
  };
}

/** The empty value if nothing is stored. */
const textIn = <T, S extends string | undefined>({ empty }: Entry<T>, text: S): string | S => {
  if (text === 'null') return JSON.stringify(empty);
  return text;
};

async function migrate(storage: Storage, steps: readonly Migration[]): Promise<void> {
  const current = steps.length + 1;
  const stored = await storage.get(VERSION_KEY, 'plain');
  if (stored === current) return;
  if (stored !== null && stored !== undefined) {
    const version = parse(stored, whole('a version', 1), 'internal');
    if (version > current) fail('internal', 'The state was written by a newer module; update it.');
    for (const [offset, step] of steps.slice(version - 1).entries()) {
      await step(storage);
      await storage.set(VERSION_KEY, version + offset + 1, 'plain');
    }
    return;
  }
  await storage.set(VERSION_KEY, current, 'plain');
}
