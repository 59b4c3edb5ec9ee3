import { fail } from '../errors';
import { isLookup } from './batches';
import type { Call } from './call';

/** Runs a key's calls to the nodes. @throws `late`, and what `run` throws */
export type KeyConcurrency = <T>(key: string, call: Call, run: () => Promise<T>) => Promise<T>;

/**
 * Limits the concurrent calls of one key; others wait for their turn, so that one key's slow calls
 * leave connections for other keys. A call whose turn comes too late fails. Lookups are exempt:
 * they are quick, and batched with those of others.
 */
export const createKeyConcurrency = (options: {
  atOnce: number;
  waitMs: number;
}): KeyConcurrency => {
  const slots = new Map<string, { running: number; waiting: (() => void)[] }>();

  const inTurn = async <T>(key: string, run: () => Promise<T>): Promise<T> => {
    const slot = slots.get(key) ?? { running: 0, waiting: [] };
    slots.set(key, slot);
    const begun = performance.now();
    if (slot.running < options.atOnce) slot.running += 1;
    else await new Promise<void>((turn) => slot.waiting.push(turn));
    try {
      if (performance.now() - begun > options.waitMs) fail('late');
      return await run();
    } finally {
      const next = slot.waiting.shift();
      if (next !== undefined) next();
      else slot.running -= 1;
      if (slot.running === 0) slots.delete(key);
    }
  };
  return (key, call, run) => (isLookup(call) ? run() : inTurn(key, run));
};
