import type { ModuleError } from '@xnet/clients/errors';
import type { Clock } from '@xnet/clients/transport/policy';
import { unanswered } from './state/store';

/**
 * Counts the wallet's running requests. After the last one ends, the wallet's sandbox drops
 * responses and timers. What waits for a response then, or asks later, rejects here instead of
 * waiting forever. Timers start again with the next request.
 */
export function createLifetime(startTimer: Clock['setTimer']) {
  let running = 0;
  const open = new Set<(reason: ModuleError) => void>();
  /** Start of each timer that has not run. */
  const timers = new Set<() => void>();
  const endIfIdle = () => {
    if (running > 0) return;
    for (const end of open) end(unanswered);
    open.clear();
  };

  return {
    /** The same function; its promises reject with `unanswered` once no request is running. */
    endedWithRequests:
      <A extends unknown[], R>(ask: (...args: A) => Promise<R>) =>
      (...args: A): Promise<R> =>
        new Promise((resolve, reject) => {
          open.add(reject);
          ask(...args)
            .then(resolve, reject)
            .finally(() => open.delete(reject));
          endIfIdle();
        }),

    /** A timer that the end of the last request delays, and does not lose. */
    setTimer: ((run, ms) => {
      let stop = () => {};
      const start = () => {
        stop();
        stop = startTimer(() => {
          timers.delete(start);
          run();
        }, ms);
      };
      timers.add(start);
      start();
      return () => {
        timers.delete(start);
        stop();
      };
    }) satisfies Clock['setTimer'],

    /** Runs one request of the wallet. */
    async during<R>(handle: () => Promise<R>): Promise<R> {
      if (running === 0) for (const start of timers) start();
      running += 1;
      try {
        return await handle();
      } finally {
        running -= 1;
        endIfIdle();
      }
    },
  };
}
