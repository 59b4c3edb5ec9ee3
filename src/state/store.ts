import { array, type Struct, unknown } from '@metamask/superstruct';
import { fail, ModuleError } from '@xnet/clients/errors';
import { byName, parse, whole } from '@xnet/clients/schema/field';

/** The wallet's storage. Values are JSON; a key is a dotted path; null where nothing is stored. */
export type Storage = {
  get(key: string, secrecy: Secrecy): Promise<unknown>;
  set(key: string, value: unknown, secrecy: Secrecy): Promise<void>;
};
/** `secret` values are encrypted by the wallet, and can be read only while it is unlocked. */
export type Secrecy = 'plain' | 'secret';

/** What a storage rejects with where the wallet may have done what it was asked, and cannot say so. */
export const unanswered = new ModuleError('internal', 'The wallet ended the request.');

/** One noun in state: its key, its shape, and what it is before anything was stored. */
export type Entry<T> = {
  key: string;
  struct: Struct<T, unknown>;
  empty: T;
  secrecy?: Secrecy;
  /** True of what is read each time: what a site may ask for must not tell whether it was read before. */
  isReadAnew?: boolean;
  /** True of what counts as empty where it cannot be read: nothing that protects the user is lost with it. */
  isDispensable?: boolean;
  /** How it is stored where that is another form, which the struct reads, too. */
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

/** A list, which is empty before anything was stored. */
export const listEntry = <T, S>(key: string, one: Struct<T, S>): Entry<T[]> =>
  stateEntry(key, array(one), []);

export const dispensable = <T>(entry: Entry<T>): Entry<T> => ({ ...entry, isDispensable: true });

/** A step from version n to n + 1 of the whole state. */
export type Migration = (storage: Storage) => Promise<void>;
const VERSION_KEY = 'version';
/** The code with which wallets refuse what is to be stored. */
const NOT_TAKEN = -32602;
/** Nouns that can be read again, and that are large enough to make room for others. */
const GIVING_WAY = ['found', 'classes'];

export type Store = ReturnType<typeof createStore>;

/**
 * Keyed state, kept in memory and written through. A process is the only writer while it lives: what
 * it read or wrote once it does not read again, and what stays as it is is not written. Memory holds
 * the text that is stored, so nobody changes it by changing what was read; a key whose write failed
 * is read anew. Secrets are left to the wallet, which gives them out only while it is unlocked.
 * @throws internal when what is stored cannot be read by this version of the module
 * @throws stateFull when the wallet has no room for what is written
 */
export function createStore(storage: Storage, steps: readonly Migration[] = []) {
  const queues = new Map<string, Promise<unknown>>();
  /** What is stored by key, `null` for nothing; those that are being read are waited for together. */
  const memory = new Map<string, Promise<string>>();
  /** What the wallet was last known to have, to be put back where it refuses what comes next. */
  const confirmed = new Map<string, string>();
  /** Keys whose values were found to be unreadable. They stay as they are: another version may read them. */
  const lost = new Set<string>();
  let ready: Promise<void> | undefined;
  /** Of what gives way; from then on it is kept in memory alone. */
  let givenUp: Promise<unknown> | undefined;

  /** What can be read again gives way to what the wallet refuses. */
  async function setMakingRoom(key: string, value: unknown, secrecy: Secrecy): Promise<void> {
    const givesWay = GIVING_WAY.some((noun) => key.startsWith(`${noun}.`));
    if (givenUp && givesWay) return;
    const isTaken = () =>
      storage.set(key, value, secrecy).then(
        () => true,
        (error) => error.code !== NOT_TAKEN && Promise.reject(error),
      );
    if (await isTaken()) return;
    // The wallet empties these also where it says that it is still too full.
    givenUp ??= Promise.allSettled(GIVING_WAY.map((noun) => storage.set(noun, null, 'plain')));
    await givenUp;
    if (!givesWay && !(await isTaken())) fail('stateFull');
  }

  const open = () => {
    ready ??= migrate(storage, steps).catch((error) => {
      ready = undefined;
      throw error;
    });
    return ready;
  };

  async function loadAnew<T>(entry: Entry<T>): Promise<string> {
    const { key, struct, secrecy = 'plain', isDispensable } = entry;
    await open();
    const stored = (await storage.get(key, secrecy)) ?? null;
    if (stored === null) return 'null';
    // Named by its noun alone, as the rest of a key may be an account's address.
    const name = `stored.${key.split('.')[0]}`;
    try {
      return JSON.stringify(parse({ [name]: stored }, byName(struct), 'internal')[name]);
    } catch (error) {
      if (isDispensable) return 'null';
      if (secrecy === 'plain') lost.add(key);
      throw error;
    }
  }

  function loadText<T>(entry: Entry<T>): Promise<string> {
    const { key, secrecy, isReadAnew } = entry;
    const known = memory.get(key);
    if (known && !isReadAnew) return known;
    const text = loadAnew(entry);
    if (known || secrecy === 'secret') return text;
    memory.set(key, text);
    text.then(
      (read) => memory.get(key) === text && confirmed.set(key, read),
      () => memory.delete(key),
    );
    return text;
  }

  // A value of its own for everybody, who may change it.
  const load = async <T>(entry: Entry<T>): Promise<T> =>
    JSON.parse(textIn(entry, await loadText(entry)));

  async function save<T>(entry: Entry<T>, value: T, wait?: 'unawaited'): Promise<void> {
    await open();
    const { key, secrecy = 'plain', pack, isDispensable } = entry;
    const text = JSON.stringify(value);
    const known = await memory.get(key)?.catch(() => undefined);
    if (textIn(entry, known) === text) return;
    lost.delete(key);
    const mine = Promise.resolve(text);
    // Whoever reads meanwhile reads what is being written, not what was there before.
    if (secrecy === 'plain') memory.set(key, mine);
    const put = (one: T) => setMakingRoom(key, pack?.(one) ?? one, secrecy);
    const written = put(value).then(
      () => void (secrecy === 'plain' && confirmed.set(key, text)),
      async (error) => {
        // What is written after it takes its place.
        if (memory.get(key) === mine && !(wait && error === unanswered)) memory.delete(key);
        // A wallet remembers what it refused for its size, and refuses all else for it. What was
        // overwritten unread was to be dropped.
        const before = confirmed.get(key) ?? (isDispensable && 'null');
        if (before && error !== unanswered && !memory.has(key))
          await put(JSON.parse(textIn(entry, before))).catch(() => undefined);
        throw error;
      },
    );
    if (!wait) return written;
    written.catch(() => undefined);
  }

  /** Runs tasks of one name one after another, so none may ask for its own name's turn. */
  const inTurn = <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const before = queues.get(name) ?? Promise.resolve();
    const run = before.then(task);
    const settled = run.catch(() => undefined);
    queues.set(name, settled);
    void settled.then(() => queues.get(name) === settled && queues.delete(name));
    return run;
  };

  /** Of its own, so that a task in turn can write under whatever name it runs. */
  const atKey = <T>({ key }: { key: string }, task: () => Promise<T>) =>
    inTurn(`state ${key}`, task);

  const write = <T>(entry: Entry<T>, value: T, wait?: 'unawaited'): Promise<void> =>
    atKey(entry, () => save(entry, value, wait));

  return {
    inTurn,
    read: load,
    lost: {
      keys: (): string[] => [...lost],
      /** Empties what cannot be read, as its owner has chosen. */
      beginAnew: (key: string): Promise<void> => write(stateEntry(key, unknown(), null), null),
    },
    /**
     * `unawaited`: nobody waits for the wallet, which may drop its answer when the request ends. Memory
     * has it at once, and the wallet carries out what it is asked in order.
     */
    write,
    /** What is put in place of what is there, with other updates of the key waiting. */
    replace: <T>(entry: Entry<T>, by: (before: T) => T): Promise<void> =>
      atKey(entry, async () => save(entry, by(await load(entry)))),
    /** Read, change, write, with other updates of the key waiting. `change` is synchronous. */
    update: <T, R>(entry: Entry<T>, change: (draft: T) => R): Promise<R> =>
      atKey(entry, async () => {
        const draft = await load(entry);
        const outcome = change(draft);
        await save(entry, draft);
        return outcome;
      }),
  };
}

/** Where nothing is stored, the empty value. */
const textIn = <T, S extends string | undefined>({ empty }: Entry<T>, text: S): string | S =>
  text === 'null' ? JSON.stringify(empty) : text;

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
