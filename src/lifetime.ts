import type { ModuleError } from '@xnet/clients/errors';
import { unanswered } from './state/store';

/**
 * Counts the wallet's running requests. After the last one ends, the wallet's sandbox drops
 * responses. So calls that are pending then, or made later, reject here instead of waiting forever.
 */
export function createLifetime() {
  let running = 0;
  const open = new Set<(reason: ModuleError) => void>();
  const endIfIdle = () => {
    if (running > 0) return;
    for (const end of open) end(unanswered);
    open.clear();
  };

  return {
    /** The same function; its promises reject with `unanswered` once no request is running. */
    endedWithRequests:
      <A extends unknown[], R>(ask: (...asked: A) => Promise<R>) =>
      (...asked: A): Promise<R> =>
        new Promise((resolve, reject) => {
          open.add(reject);
          ask(...asked)
            .then(resolve, reject)
            .finally(() => open.delete(reject));
          endIfIdle();
        }),

    /** Runs one request of the wallet. */
    async during<R>(handle: () => Promise<R>): Promise<R> {
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
