import type { ModuleError } from '@xnet/clients/errors';
import { unanswered } from './state/store';

/**
 * Which requests of the wallet run. What is answered after the last of them has ended is dropped by the
 * wallet's sandbox, and whoever waits for it waits for ever. So what is under way then, or is asked later, ends here.
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
    /** The same function; its promises reject with `unanswered` where no request runs any more. */
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
