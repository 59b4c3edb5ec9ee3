import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Asked, Measured, WalletCall } from '../../wallet/test-module/asked';
import { root } from '../root';

export type RealWallet = {
  /** Sends a request as a connected site; every dialog is approved at once. */
  measure(method: string, params?: object, restMs?: number): Promise<Measured>;
  stop(): Promise<void>;
};

/** Runs the vendor's controllers with a built module in a separate process. */
export async function startRealWallet(module: string, data: string): Promise<RealWallet> {
  const folder = join(root, 'wallet');
  const child = fork(join(folder, 'test-module/measured.ts'), [module, data], {
    cwd: folder,
    execArgv: ['--import', 'tsx'],
  });
  const exited = once(child, 'exit');
  const answer = async <T>(): Promise<T> => {
    const [message] = await Promise.race([
      once(child, 'message'),
      exited.then(() => Promise.reject(new Error('The wallet has ended.'))),
    ]);
    return message as T;
  };
  await answer();
  return {
    async measure(method, params, restMs) {
      const request: Asked = { method, params, restMs };
      child.send(request);
      const measured = await answer<Measured>();
      if (measured.error !== undefined)
        throw new Error(`${method} failed: ${JSON.stringify(measured.error)}`);
      return measured;
    },
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}

/** Calls of the module to the wallet during one request. */
export type WalletCounts = {
  calls: number;
  /** Longest chain of calls that each began after the previous one ended. */
  series: number;
  /** `snap_getState` and `snap_setState`. */
  state: number;
  /** Components of the dialogs drawn: the wallet validates each of them. */
  components: number;
};

const stateCalls = ['snap_getState', 'snap_setState', 'snap_manageState'];

export function countCalls(calls: readonly WalletCall[]): WalletCounts {
  let end = Number.NEGATIVE_INFINITY;
  let series = 0;
  for (const { begun: startedAt, ended: endedAt } of [...calls].sort((a, b) => a.ended - b.ended)) {
    if (startedAt < end) continue;
    series += 1;
    end = endedAt;
  }
  const state = calls.filter(({ name }) => stateCalls.includes(name)).length;
  const components = calls.reduce((sum, call) => sum + call.components, 0);
  return { calls: calls.length, series, state, components };
}
