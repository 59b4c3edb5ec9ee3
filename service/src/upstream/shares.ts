import { fail } from '../errors';
import type { Call } from '../rpc/readCalls';
import { isLookup } from './batches';

/** Runs a key's calls to the nodes. @throws `late`, and what `run` throws */
export type Share = <T>(key: string, call: Call, run: () => Promise<T>) => Promise<T>;

/**
 * Limits the concurrent calls of one key; others wait for their turn, so that one key's slow calls
 * leave connections for other keys. A call whose turn comes too late fails. Lookups are exempt:
 * they are quick, and batched with those of others.
 */
export const createShare = (options: { atOnce: number; waitMs: number }): Share => {
  const shares = new Map<string, { running: number; waiting: (() => void)[] }>();

  const inTurn = async <T>(key: string, run: () => Promise<T>): Promise<T> => {
    const share = shares.get(key) ?? { running: 0, waiting: [] };
    shares.set(key, share);
    const begun = performance.now();
    if (share.running < options.atOnce) share.running += 1;
    else await new Promise<void>((turn) => share.waiting.push(turn));
    try {
      if (performance.now() - begun > options.waitMs) fail('late');
      return await run();
    } finally {
      const next = share.waiting.shift();
      if (next !== undefined) next();
      else share.running -= 1;
      if (share.running === 0) shares.delete(key);
    }
  };
  return (key, call, run) => (isLookup(call) ? run() : inTurn(key, run));
};
