import { ServiceError } from '../errors';
import type { Soon } from '../stores/store';
import { isLookup } from './batches';
import type { Call } from './call';

/** Runs a key's calls to the nodes. @throws `late`, and what `run` throws */
export type FairQueue = <T>(key: string, call: Call, run: () => Soon<T>) => Soon<T>;

/** `waiting`: what starts each call that waits. */
type OfKey = { running: number; waiting: Set<() => void> };

/**
 * Limits the calls that may take long, below what a node's connections hold. A key may run as many
 * as are free after it: one alone has half of the places, and however many share them, there is one
 * for a key that comes next. Waiting keys take turns; a call that waits for too long fails. Lookups
 * do not wait: they are quick, and batched with those of others.
 */
export const createFairQueue = (options: { slots: number; waitMs: number }): FairQueue => {
  const keys = new Map<string, OfKey>();
  let running = 0;

  const admits = (state: OfKey): boolean => state.running < options.slots - running;
  const take = (state: OfKey): void => {
    state.running += 1;
    running += 1;
  };
  /** Keys with waiting calls, the one that has waited for its turn longest first. */
  const turns = new Set<OfKey>();
  const startWaiting = (): void => {
    for (;;) {
      const next = [...turns].find(admits);
      if (next === undefined) return;
      const [first] = next.waiting;
      turns.delete(next);
      if (first === undefined) continue;
      next.waiting.delete(first);
      if (next.waiting.size > 0) turns.add(next);
      take(next);
      first();
    }
  };
  const turnOf = (state: OfKey): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        state.waiting.delete(start);
        reject(new ServiceError('late'));
      }, options.waitMs);
      state.waiting.add(start);
      turns.add(state);
    });

  const inTurn = async <T>(key: string, run: () => Soon<T>): Promise<T> => {
    const state = keys.get(key) ?? { running: 0, waiting: new Set() };
    keys.set(key, state);
    if (state.waiting.size === 0 && admits(state)) take(state);
    else await turnOf(state);
    try {
      return await run();
    } finally {
      state.running -= 1;
      running -= 1;
      if (state.running === 0 && state.waiting.size === 0) keys.delete(key);
      startWaiting();
    }
  };
  return (key, call, run) => (isLookup(call) ? run() : inTurn(key, run));
};
