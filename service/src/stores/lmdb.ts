import type { ApiKey } from './apiKey';
import { confirmWrite, type DataFile, openDatabase, writtenSoon } from './database';
import { openCredits } from './lmdbCredits';
import { openPins } from './lmdbPins';
import type { Store } from './store';

/** The schema of what is stored. A later one may mean something else by the same names. */
const schemaVersion = 2;
const decodedAtMost = 10_000;
/** A key that was read as recently is not read again: another process may have changed it since. */
const freshMs = 5;

const openKeys = (root: DataFile): Pick<Store, 'findKey' | 'listKeys' | 'putKey'> => {
  const keys = root.openDB<ApiKey, string>({ name: 'keys' });
  /** Decoded keys with their bytes, as another process may have changed them. */
  const decoded = new Map<string, { bytes: Buffer; apiKey: ApiKey; readAt: number }>();
  return {
    findKey: (key) => {
      const cachedKey = decoded.get(key);
      const now = performance.now();
      if (cachedKey !== undefined && now - cachedKey.readAt < freshMs) return cachedKey.apiKey;
      const bytes = keys.getBinary(key);
      if (bytes === undefined) return undefined;
      if (cachedKey?.bytes.equals(bytes)) {
        cachedKey.readAt = now;
        return cachedKey.apiKey;
      }
      const apiKey = keys.get(key);
      if (apiKey === undefined) return undefined;
      if (decoded.size >= decodedAtMost) decoded.clear();
      decoded.set(key, { bytes, apiKey, readAt: now });
      return apiKey;
    },
    listKeys: async () => [...keys.getKeys()],
    putKey: async (apiKey) => {
      await confirmWrite(root, () => keys.put(apiKey.key, apiKey));
      decoded.delete(apiKey.key);
    },
  };
};

export const openLmdbStore = (folder: string): Store => {
  const root = openDatabase(folder, 'store.lmdb');
  const checks = root.openDB<number, string>({ name: 'checks' });
  const meta = root.openDB<number, string>({ name: 'meta' });
  const schema = meta.get('schema') ?? 0;
  if (schema > schemaVersion) {
    void root.close();
    throw new Error(`${folder} has schema ${schema}, which a later version of the service reads.`);
  }
  const pins = openPins(root, schema >= schemaVersion);
  void writtenSoon(root, () => meta.put('schema', schemaVersion));
  const credits = openCredits(root);
  return {
    ...openKeys(root),
    ...pins,
    ...credits,
    check: async () => {
      await confirmWrite(root, () => checks.put('at', Date.now()));
    },
    close: async () => {
      await credits.close();
      await root.flushed;
      await root.close();
    },
  };
};
