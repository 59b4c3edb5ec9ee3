import { integer, min, type Struct } from '@metamask/superstruct';
import { fail } from '../errors';
import { parse } from '../schema/field';

/** The wallet's storage. Values are JSON; a key is a dotted path; null where nothing is stored. */
export type Storage = {
  get(key: string, secrecy: Secrecy): Promise<unknown>;
  set(key: string, value: unknown, secrecy: Secrecy): Promise<void>;
};
/** `secret` values are encrypted by the wallet, and can be read only while it is unlocked. */
export type Secrecy = 'plain' | 'secret';

/** One noun in state: its key, its shape, and what it is before anything was stored. */
export type Entry<T> = {
  key: string;
  struct: Struct<T, unknown>;
  empty: () => T;
  secrecy?: Secrecy;
};

/** A step from version n to n + 1 of the whole state. */
export type Migration = (storage: Storage) => Promise<void>;
const VERSION_KEY = 'version';

export type Store = ReturnType<typeof createStore>;

/**
 * Keyed state: an operation reads and writes its own key only, whatever else is stored.
 * Costs one or two requests to the wallet, and one more the first time in the process.
 * @throws internal when what is stored cannot be read by this version of the module.
 */
export function createStore(storage: Storage, steps: readonly Migration[] = []) {
  const queues = new Map<string, Promise<unknown>>();
  let ready: Promise<void> | undefined;

  const open = () => {
    ready ??= migrate(storage, steps).catch((error) => {
      ready = undefined;
      throw error;
    });
    return ready;
  };

  const load = async <T>({ key, struct, empty, secrecy = 'plain' }: Entry<T>): Promise<T> => {
    const stored = await storage.get(key, secrecy);
    return stored === null || stored === undefined ? empty() : parse(stored, struct, 'internal');
  };

  /** Runs tasks of one name one after another. A task waits for the wallet's storage, nothing else. */
  const inTurn = <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const before = queues.get(name) ?? Promise.resolve();
    const run = before.then(task);
    const settled = run.then(
      () => undefined,
      () => undefined,
    );
    queues.set(name, settled);
    void settled.then(() => queues.get(name) === settled && queues.delete(name));
    return run;
  };

  return {
    inTurn,
    async read<T>(entry: Entry<T>): Promise<T> {
      await open();
      return load(entry);
    },
    async write<T>(entry: Entry<T>, value: T): Promise<void> {
      await open();
      await storage.set(entry.key, value, entry.secrecy ?? 'plain');
    },
    /** Read, change, write, with other updates of the key waiting. `change` is synchronous. */
    async update<T, R>(entry: Entry<T>, change: (draft: T) => R): Promise<R> {
      await open();
      return inTurn(entry.key, async () => {
        const draft = await load(entry);
        const outcome = change(draft);
        await storage.set(entry.key, draft, entry.secrecy ?? 'plain');
        return outcome;
      });
    },
  };
}

async function migrate(storage: Storage, steps: readonly Migration[]): Promise<void> {
  const current = steps.length + 1;
  const stored = await storage.get(VERSION_KEY, 'plain');
  if (stored === current) return;
  if (stored !== null && stored !== undefined) {
    const version = parse(stored, min(integer(), 1), 'internal');
    if (version > current) fail('internal', 'The state was written by a newer module; update it.');
    for (const [offset, step] of steps.slice(version - 1).entries()) {
      await step(storage);
      await storage.set(VERSION_KEY, version + offset + 1, 'plain');
    }
    return;
  }
  await storage.set(VERSION_KEY, current, 'plain');
}
