import type { ModuleError } from '@xnet/clients/errors';
import { unanswered } from './state/store';

/**
 * Which requests of the wallet run. What the wallet or a host answers after the last of them has ended
 * is dropped by the wallet's sandbox, and whoever waits for it waits for ever: a price that is being
 * asked for, a key of the state that is being read. So what is under way then is ended here.
 */
export function createLifetime() {
  let running = 0;
  const open = new Set<(reason: ModuleError) => void>();

  return {
    /** The same function; its promises reject with `unanswered` where the last request ends before them. */
    endedWithRequests:
      <A extends unknown[], R>(ask: (...asked: A) => Promise<R>) =>
      (...asked: A): Promise<R> =>
        new Promise((resolve, reject) => {
          open.add(reject);
          ask(...asked)
            .then(resolve, reject)
            .finally(() => open.delete(reject));
        }),

    /** Runs one request of the wallet. */
    async during<R>(handle: () => Promise<R>): Promise<R> {
      running += 1;
      try {
        return await handle();
      } finally {
        running -= 1;
        if (running === 0) {
          for (const end of open) end(unanswered);
          open.clear();
        }
      }
    },
  };
}
