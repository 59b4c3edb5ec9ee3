import type { SandboxService } from '#vendor';
import type { Sandbox } from './platform';

/** A service in which no module starts any more once it is closed. */
export function closable(service: SandboxService<unknown>): Sandbox {
  const execute = service.executeSnap.bind(service);
  let isClosed = false;
  /** Start of the latest sandbox; the wallet has one module. */
  let start: Promise<unknown> = Promise.resolve();
  service.executeSnap = (module) => {
    if (isClosed) return Promise.reject(new Error('The wallet is closed.'));
    const started = execute(module);
    start = started;
    return started;
  };
  return {
    service,
    async close() {
      isClosed = true;
      await start.catch(() => {});
    },
  };
}
