import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Asked, Measured, WalletCall } from '../../wallet/test-module/asked';
import { root } from '../root';

export type RealWallet = {
  /** Asks the module as a connected site does; whatever is shown is agreed to at once. */
  measure(method: string, params?: object, delayMs?: number): Promise<Measured>;
  stop(): Promise<void>;
};

/** The vendor's own controllers in a process of their own, over a built module. */
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
    async measure(method, params, delayMs) {
      const asked: Asked = { method, params, delayMs };
      child.send(asked);
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

/** What a request asks of the wallet. */
export type WalletCounts = {
  calls: number;
  /** The most of them of which each began after the one before had ended. */
  series: number;
  /** `snap_getState` and `snap_setState`. */
  state: number;
  /** Components of the dialogs that are drawn: the wallet validates each. */
  components: number;
};

const stateCalls = ['snap_getState', 'snap_setState', 'snap_manageState'];

export function countsOf(calls: readonly WalletCall[]): WalletCounts {
  let end = Number.NEGATIVE_INFINITY;
  let series = 0;
  for (const { begun, ended } of [...calls].sort((a, b) => a.ended - b.ended)) {
    if (begun < end) continue;
    series += 1;
    end = ended;
  }
  const state = calls.filter(({ name }) => stateCalls.includes(name)).length;
  const components = calls.reduce((sum, call) => sum + call.components, 0);
  return { calls: calls.length, series, state, components };
}
