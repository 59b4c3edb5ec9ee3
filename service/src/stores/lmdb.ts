import type { ApiKey } from './apiKey';
import { type Bucket, refill, waitMs } from './bucket';
import { openDatabase, written, writtenSoon } from './database';
import { getDay, nextDayMs } from './day';
import type { Expense, Spent, Store } from './store';

/**
 * What this process has taken from a key's daily balance on disk, and spent of it. Credits are
 * taken from disk in portions before they are granted: a killed process loses at most the rest of
 * its portion, and no credit is granted twice. Several processes may share the folder.
 */
type Portion = {
  day: number;
  spent: number;
  taken: number;
  taking: Promise<void> | undefined;
  /** The part of `spent` recorded on disk for other processes. */
  told: number;
};

/** Keeps two days: late calls may belong to the previous day. */
type Memory = { portions: Portion[]; bucket: Bucket | undefined; ownBucket: Bucket | undefined };

/**
 * Days of a key whose balance stays on disk, by their number and not by the clock, which may visit
 * other days and come back. Earlier days than those grant nothing any more.
 */
const keptDays = 400;
/** Of what is stored. One that is later may mean something else by the same names. */
const schemaVersion = 1;
/** A killed process loses at most this fraction of a key's daily credits … */
const part = 100;
/** … and at most this many: the owner may set a daily limit afterwards. */
const portionAtMost = 1_000_000;
const tellMs = 1_000;

/** One second's credits, unless that is far more than a service can answer in a second. */
const portionFor = ({ perDay, perSecond, ...own }: Expense): number => {
  const { ownPerDay = perDay, ownPerSecond = perSecond } = own;
  return Math.floor(Math.min(perSecond, ownPerSecond, ownPerDay / part, portionAtMost));
};

const portionOf = (memory: Memory | undefined, day: number): Portion | undefined =>
  memory?.portions.find((portion) => portion.day === day);

export const openLmdbStore = (folder: string): Store => {
  const root = openDatabase(folder, 'store.lmdb');
  const keys = root.openDB<ApiKey, string>({ name: 'keys' });
  /** Credits taken, by key and day. */
  const balances = root.openDB<number, [key: string, day: number]>({ name: 'balances' });
  /** Credits spent of those taken, by key and day: for display, up to a second late. */
  const spendings = root.openDB<number, [key: string, day: number]>({ name: 'spendings' });
  const pins = root.openDB<true, [key: string, cid: string]>({ name: 'pins' });
  /** Counts of keys that have pinned here; counting takes time proportional to the pins. */
  const pinCounts = new Map<string, number>();
  const checks = root.openDB<number, string>({ name: 'checks' });
  const meta = root.openDB<number, string>({ name: 'meta' });
  const schema = meta.get('schema') ?? schemaVersion;
  if (schema > schemaVersion) {
    void root.close();
    throw new Error(`${folder} has schema ${schema}, which a later version of the service reads.`);
  }
  void writtenSoon(meta.put('schema', schemaVersion));
  const memories = new Map<string, Memory>();
  /** Decoded keys with their bytes, as another process may have changed them. */
  const decoded = new Map<string, { bytes: Buffer; apiKey: ApiKey }>();
  const decodedAtMost = 10_000;

  const findKey = (key: string): ApiKey | undefined => {
    const bytes = keys.getBinary(key);
    if (bytes === undefined) return undefined;
    const known = decoded.get(key);
    if (known?.bytes.equals(bytes)) return known.apiKey;
    const apiKey = keys.get(key);
    if (apiKey === undefined) return undefined;
    if (decoded.size >= decodedAtMost) decoded.clear();
    decoded.set(key, { bytes, apiKey });
    return apiKey;
  };

  const tell = (key: string, portion: Portion): void => {
    const more = portion.spent - portion.told;
    portion.told = portion.spent;
    if (more === 0) return;
    const told = root.transaction(() => {
      const id: [string, number] = [key, portion.day];
      void spendings.put(id, (spendings.get(id) ?? 0) + more);
    });
    written(told).catch(() => {
      portion.told -= more;
    });
  };
  const tellAll = (): void => {
    for (const [key, { portions }] of memories) for (const portion of portions) tell(key, portion);
  };
  const telling = setInterval(tellAll, tellMs).unref();

  const onDisk = (key: string, day: number): number => balances.get([key, day]) ?? 0;
  /** Usage across processes: portions of others count as spent, ours by what was used. */
  const usedNow = (key: string, portion: Portion): number =>
    onDisk(key, portion.day) - (portion.taken - portion.spent);

  /** Returns the unspent part. Who still waits for credits of this portion takes new ones. */
  const giveBack = (key: string, portion: Portion): void => {
    const { day, taken, spent } = portion;
    portion.taken = spent;
    if (taken > spent) void balances.put([key, day], onDisk(key, day) - (taken - spent));
  };
  const daysOf = (key: string) =>
    ({ start: [key, 0], end: [key, Number.MAX_SAFE_INTEGER] }) as never;
  const firstDay = (key: string): number => {
    const kept = [...balances.getKeys(daysOf(key))];
    return kept.length < keptDays ? 0 : (kept[0]?.[1] ?? 0);
  };

  const memoryOf = (key: string): Memory => {
    const found = memories.get(key);
    if (found !== undefined) return found;
    const memory = { portions: [], bucket: undefined, ownBucket: undefined };
    memories.set(key, memory);
    return memory;
  };

  const openPortion = (key: string, { portions }: Memory, day: number): Portion => {
    const portion = { day, spent: 0, taken: 0, taking: undefined, told: 0 };
    portions.push(portion);
    const last = portions.length > 2 ? portions.shift() : undefined;
    if (last !== undefined) tell(key, last);
    void writtenSoon(
      root.transaction(() => {
        if (last !== undefined) giveBack(key, last);
        for (const database of [balances, spendings]) {
          const kept = [...database.getKeys(daysOf(key))];
          for (const id of kept.slice(0, -keptDays)) void database.remove(id);
        }
      }),
    );
    return portion;
  };

  /** Takes the next portion, limited by what the day has left. */
  const take = (key: string, portion: Portion, wanted: number, perDay: number): Promise<void> => {
    portion.taking ??= written(
      root.transaction(() => {
        const before = onDisk(key, portion.day);
        const amount = Math.max(0, Math.min(wanted, perDay - before));
        if (amount > 0) void balances.put([key, portion.day], before + amount);
        return amount;
      }),
    )
      .then((amount) => {
        portion.taken += amount;
      })
      .finally(() => {
        portion.taking = undefined;
      });
    return portion.taking;
  };

  const spend = async (expense: Expense): Promise<Spent> => {
    const { key, cost, nowMs, perDay, perSecond, ownPerDay, ownPerSecond } = expense;
    const memory = memoryOf(key);
    const day = getDay(nowMs);
    const known = portionOf(memory, day);
    if (known === undefined && day < firstDay(key)) {
      return { granted: false, used: 0, limit: 'day', waitMs: nextDayMs(nowMs) - nowMs };
    }
    const portion = known ?? openPortion(key, memory, day);
    const refuse = (limit: 'day' | 'second' | 'ownDay' | 'ownSecond', wait: number): Spent => {
      return { granted: false, used: usedNow(key, portion), limit, waitMs: wait };
    };
    // Repeats until there is enough; each round is one disk write, shared by all callers.
    while (portion.spent + cost > portion.taken) {
      const missing = portion.spent + cost - portion.taken;
      if (onDisk(key, portion.day) + missing > perDay) {
        if (portion.taking === undefined) return refuse('day', nextDayMs(nowMs) - nowMs);
      }
      await take(key, portion, Math.max(missing, portionFor(expense)), perDay);
    }
    // No awaits from here on, so no other expense can interleave.
    if (ownPerDay !== undefined && usedNow(key, portion) + cost > ownPerDay) {
      return refuse('ownDay', nextDayMs(nowMs) - nowMs);
    }
    const bucket = refill(memory.bucket, perSecond, nowMs);
    const wait = waitMs(bucket, perSecond, cost);
    if (wait > 0) return refuse('second', wait);
    if (ownPerSecond !== undefined) {
      const ownBucket = refill(memory.ownBucket, ownPerSecond, nowMs);
      const ownWait = waitMs(ownBucket, ownPerSecond, cost);
      if (ownWait > 0) return refuse('ownSecond', ownWait);
      memory.ownBucket = { ...ownBucket, tokens: ownBucket.tokens - cost };
    }
    memory.bucket = { ...bucket, tokens: bucket.tokens - cost };
    portion.spent += cost;
    return { granted: true, used: usedNow(key, portion) };
  };

  const pinsOf = (key: string) => ({ start: [key, ''], end: [key, '\uffff'] }) as never;
  /** `change` maps the number of pins to the number added. */
  const changePins = async (key: string, change: (count: number) => number): Promise<number> => {
    const changing = root.transaction(() => {
      const count = pinCounts.get(key) ?? pins.getKeysCount(pinsOf(key));
      const more = change(count);
      pinCounts.set(key, count + more);
      return more;
    });
    return written(changing).catch((error) => {
      pinCounts.delete(key);
      throw error;
    });
  };

  return {
    findKey: async (key) => findKey(key),
    listKeys: async () => [...keys.getKeys()],
    putKey: async (apiKey) => {
      await written(keys.put(apiKey.key, apiKey));
    },
    spend,
    settle: async ({ key, day, cost, keep }) => {
      const portion = portionOf(memories.get(key), day);
      // A day that is long over no longer matters.
      if (portion === undefined || keep >= cost) return undefined;
      portion.spent -= cost - keep;
      return usedNow(key, portion);
    },
    used: async (key, day) => {
      const portion = portionOf(memories.get(key), day);
      return portion === undefined ? onDisk(key, day) : usedNow(key, portion);
    },
    spent: async (key, day) => {
      const usedToday = spendings.get([key, day]) ?? 0;
      return { usedToday, reservedToday: Math.max(0, onDisk(key, day) - usedToday) };
    },
    pin: async (key, cid, atMost = Number.POSITIVE_INFINITY) => {
      let isKept = true;
      await changePins(key, (count) => {
        if (pins.doesExist([key, cid])) return 0;
        isKept = count < atMost;
        if (isKept) void pins.put([key, cid], true);
        return isKept ? 1 : 0;
      });
      return isKept;
    },
    unpin: async (key, cid) => {
      const more = await changePins(key, () => {
        if (!pins.doesExist([key, cid])) return 0;
        void pins.remove([key, cid]);
        return -1;
      });
      return more !== 0;
    },
    pins: async (key) => [...pins.getRange(pinsOf(key))].map(({ key: [, cid] }) => cid),
    check: async () => {
      await written(checks.put('at', Date.now()));
    },
    close: async () => {
      clearInterval(telling);
      tellAll();
      // Returns unspent credits, so that an orderly shutdown loses nothing.
      const giving = root.transaction(() => {
        for (const [key, { portions }] of memories) {
          for (const portion of portions) giveBack(key, portion);
        }
      });
      await written(giving);
      memories.clear();
      await root.flushed;
      await root.close();
    },
  };
};
