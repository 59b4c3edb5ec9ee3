import { type Bucket, refill, waitMs } from '../credits/bucket';
import { dayOf, nextDayMs } from '../credits/day';
import type { ApiKey } from '../keys/apiKey';
import { openDatabase, written, writtenSoon } from './database';
import type { Expense, Spent, Store } from './store';

/**
 * What this process has spent of a key's day, out of what it took from the balance on disk. Credits
 * are taken from disk in portions of one second's worth, before they are granted: a process that is
 * killed loses at most the rest of its portion, and no credit is granted twice. Several processes
 * may share the folder.
 */
type Portion = {
  day: number;
  spent: number;
  taken: number;
  taking: Promise<void> | undefined;
  /** What of `spent` is written down for those who ask from outside. */
  told: number;
};

type Memory = { portion: Portion; bucket: Bucket | undefined; ownBucket: Bucket | undefined };

const keptDays = 2;
const tellMs = 1_000;

export const openLmdbStore = (folder: string): Store => {
  const root = openDatabase(folder, 'store.lmdb');
  const keys = root.openDB<ApiKey, string>({ name: 'keys' });
  /** Credits taken, by key and day. */
  const balances = root.openDB<number, [key: string, day: number]>({ name: 'balances' });
  /** Credits spent of those taken, by key and day: for show, a second late. */
  const spendings = root.openDB<number, [key: string, day: number]>({ name: 'spendings' });
  const pins = root.openDB<true, [key: string, cid: string]>({ name: 'pins' });
  const checks = root.openDB<number, string>({ name: 'checks' });
  const memories = new Map<string, Memory>();
  /** Keys as they were read last, with their bytes: another process may have changed them. */
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
    for (const [key, { portion }] of memories) tell(key, portion);
  };
  const telling = setInterval(tellAll, tellMs).unref();

  const memoryOf = (key: string, day: number): Memory => {
    const found = memories.get(key);
    if (found !== undefined && found.portion.day === day) return found;
    if (found !== undefined) {
      tell(key, found.portion);
      // A clock that goes back may do so to a day that is not over.
      if (found.portion.day < day) {
        writtenSoon(balances.remove([key, found.portion.day - keptDays]));
        writtenSoon(spendings.remove([key, found.portion.day - keptDays]));
      }
    }
    const portion = { day, spent: 0, taken: 0, taking: undefined, told: 0 };
    const memory = { portion, bucket: found?.bucket, ownBucket: found?.ownBucket };
    memories.set(key, memory);
    return memory;
  };

  const onDisk = (key: string, day: number): number => balances.get([key, day]) ?? 0;
  /** What all have spent: others' portions count as spent, ours by what we used of them. */
  const usedNow = (key: string, portion: Portion): number =>
    onDisk(key, portion.day) - (portion.taken - portion.spent);

  /** Takes the next portion, as much of it as the day still has. */
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
    const memory = memoryOf(key, dayOf(nowMs));
    const { portion } = memory;
    const refuse = (limit: 'day' | 'second' | 'ownDay' | 'ownSecond', wait: number): Spent => {
      return { granted: false, used: usedNow(key, portion), limit, waitMs: wait };
    };
    // Until what is needed is there; each round waits for the disk, once for all that wait.
    while (portion.spent + cost > portion.taken) {
      const missing = portion.spent + cost - portion.taken;
      if (onDisk(key, portion.day) + missing > perDay) {
        if (portion.taking === undefined) return refuse('day', nextDayMs(nowMs) - nowMs);
      }
      await take(key, portion, Math.max(missing, perSecond), perDay);
    }
    // From here to the end nothing waits, so that no other expense comes between.
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

  return {
    findKey: async (key) => findKey(key),
    listKeys: async () => [...keys.getRange()].map(({ value }) => value),
    putKey: async (apiKey) => {
      await written(keys.put(apiKey.key, apiKey));
    },
    spend,
    refund: async (key, credits, day) => {
      const memory = memories.get(key);
      // After midnight the day it was spent on has no more use for it.
      if (memory === undefined || memory.portion.day !== day) return 0;
      memory.portion.spent = Math.max(0, memory.portion.spent - credits);
      return usedNow(key, memory.portion);
    },
    used: async (key, day) => {
      const portion = memories.get(key)?.portion;
      return portion?.day === day ? usedNow(key, portion) : onDisk(key, day);
    },
    spent: async (key, day) => {
      const usedToday = spendings.get([key, day]) ?? 0;
      return { usedToday, reservedToday: Math.max(0, onDisk(key, day) - usedToday) };
    },
    pin: async (key, cid) => {
      await written(pins.put([key, cid], true));
    },
    unpin: (key, cid) =>
      written(
        root.transaction(() => {
          const isThere = pins.doesExist([key, cid]);
          if (isThere) void pins.remove([key, cid]);
          return isThere;
        }),
      ),
    pins: async (key) =>
      [...pins.getRange({ start: [key, ''], end: [key, '\uffff'] })].map(({ key: [, cid] }) => cid),
    check: async () => {
      await written(checks.put('at', Date.now()));
    },
    close: async () => {
      clearInterval(telling);
      tellAll();
      // What was taken and not spent goes back, so that an orderly end loses nothing.
      const giving = root.transaction(() => {
        for (const [key, { portion }] of memories) {
          const rest = portion.taken - portion.spent;
          if (rest > 0) {
            void balances.put([key, portion.day], onDisk(key, portion.day) - rest);
          }
        }
      });
      await written(giving);
      memories.clear();
      await root.flushed;
      await root.close();
    },
  };
};
