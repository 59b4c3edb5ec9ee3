import { fail } from '../errors';
import type { Call } from '../rpc/readCalls';
import { isLookup } from './batches';

/** Runs what a key asks of the nodes, and gives what comes of it. @throws `late`, and what it throws */
export type Share = <T>(key: string, call: Call, run: () => Promise<T>) => Promise<T>;

/**
 * So many calls of one key run at once, and the others wait for their turn: the slow calls of one
 * leave connections to the nodes for the others. A turn that comes too late is none. What is looked up
 * is quick, and goes out with what others look up.
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
