import type { RootDatabase } from 'lmdb';
import type { ApiKey } from './apiKey';
import { keyRange, openDatabase, written, writtenSoon } from './database';
import { openCredits } from './lmdbCredits';
import type { Store } from './store';

/** Of what is stored. One that is later may mean something else by the same names. */
const schemaVersion = 1;
const decodedAtMost = 10_000;

const openKeys = (root: RootDatabase): Pick<Store, 'findKey' | 'listKeys' | 'putKey'> => {
  const keys = root.openDB<ApiKey, string>({ name: 'keys' });
  /** Decoded keys with their bytes, as another process may have changed them. */
  const decoded = new Map<string, { bytes: Buffer; apiKey: ApiKey }>();
  return {
    findKey: async (key) => {
      const bytes = keys.getBinary(key);
      if (bytes === undefined) return undefined;
      const known = decoded.get(key);
      if (known?.bytes.equals(bytes)) return known.apiKey;
      const apiKey = keys.get(key);
      if (apiKey === undefined) return undefined;
      if (decoded.size >= decodedAtMost) decoded.clear();
      decoded.set(key, { bytes, apiKey });
      return apiKey;
    },
    listKeys: async () => [...keys.getKeys()],
    putKey: async (apiKey) => {
      await written(keys.put(apiKey.key, apiKey));
    },
  };
};

const openPins = (root: RootDatabase): Pick<Store, 'pin' | 'unpin' | 'pins'> => {
  const pins = root.openDB<true, [key: string, cid: string]>({ name: 'pins' });
  /** Counts of keys that have pinned here; counting takes time proportional to the pins. */
  const counts = new Map<string, number>();
  /** `change` maps the number of pins to the number added. */
  const change = (key: string, by: (count: number) => number): Promise<number> => {
    const changing = root.transaction(() => {
      const count = counts.get(key) ?? pins.getKeysCount(keyRange(key));
      const more = by(count);
      counts.set(key, count + more);
      return more;
    });
    return written(changing).catch((error) => {
      counts.delete(key);
      throw error;
    });
  };
  return {
    pin: async (key, cid, atMost = Number.POSITIVE_INFINITY) => {
      let isKept = true;
      await change(key, (count) => {
        if (pins.doesExist([key, cid])) return 0;
        isKept = count < atMost;
        if (isKept) void pins.put([key, cid], true);
        return isKept ? 1 : 0;
      });
      return isKept;
    },
    unpin: async (key, cid) => {
      const more = await change(key, () => {
        if (!pins.doesExist([key, cid])) return 0;
        void pins.remove([key, cid]);
        return -1;
      });
      return more !== 0;
    },
    pins: async (key) => [...pins.getRange(keyRange(key))].map(({ key: [, cid] }) => cid),
  };
};

export const openLmdbStore = (folder: string): Store => {
  const root = openDatabase(folder, 'store.lmdb');
  const checks = root.openDB<number, string>({ name: 'checks' });
  const meta = root.openDB<number, string>({ name: 'meta' });
  const schema = meta.get('schema') ?? schemaVersion;
  if (schema > schemaVersion) {
    void root.close();
    throw new Error(`${folder} has schema ${schema}, which a later version of the service reads.`);
  }
  void writtenSoon(meta.put('schema', schemaVersion));
  const credits = openCredits(root);
  return {
    ...openKeys(root),
    ...openPins(root),
    ...credits,
    check: async () => {
      await written(checks.put('at', Date.now()));
    },
    close: async () => {
      await credits.close();
      await root.flushed;
      await root.close();
    },
  };
};
