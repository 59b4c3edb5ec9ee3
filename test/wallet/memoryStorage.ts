import type { Storage } from '../../src/state/store';

/** Fails the n-th write from now on (from 1): before it takes effect, or just after. */
export type Tear = { atWrite: number; effect: 'before' | 'after' };

/** The wallet's storage in memory: JSON texts by key, with faults and traffic counts. */
export function memoryStorage() {
  const parts = { plain: new Map<string, string>(), secret: new Map<string, string>() };
  const traffic = { reads: 0, writes: 0, bytes: 0 };
  let tear: Tear | undefined;

  const storage: Storage = {
    async get(key, secrecy) {
      const text = parts[secrecy].get(key) ?? 'null';
      traffic.reads += 1;
      traffic.bytes += text.length;
      return JSON.parse(text);
    },
    async set(key, value, secrecy) {
      const text = JSON.stringify(value);
      traffic.writes += 1;
      traffic.bytes += text.length;
      const fails = tear !== undefined && --tear.atWrite <= 0;
      if (!fails || tear?.effect === 'after') parts[secrecy].set(key, text);
      if (fails) throw new Error('The storage failed.');
    },
  };
  return {
    storage,
    traffic,
    parts,
    /** From the n-th write on, every write fails, as when the wallet is killed there. */
    tearAt: (next: Tear | undefined) => {
      tear = next && { ...next };
    },
    /** Counts reads, writes and bytes of a task. */
    async measure(task: () => Promise<unknown>) {
      const before = { ...traffic };
      await task();
      return {
        reads: traffic.reads - before.reads,
        writes: traffic.writes - before.writes,
        bytes: traffic.bytes - before.bytes,
      };
    },
  };
}
