import type { ChainBuild } from '../config';
import { createStore } from '../store';
import { say } from '../texts';
import { textError } from '../wallet/failure';

const lookMs = 2_000;

export type ChainWait = ReturnType<typeof createChainWait>;

/** Waits for the local chain whose node is being built, and says how far it is. */
export function createChainWait(parts: {
  /** False if there is nothing to wait for. */
  readonly isAwaited: boolean;
  readonly request: typeof fetch;
  readonly wait: (ms: number) => Promise<void>;
}) {
  const initial: ChainBuild = parts.isAwaited
    ? { state: 'building', done: 0, total: 0 }
    : { state: 'ready' };
  const store = createStore<{ build: ChainBuild }>({ build: initial });

  async function look(): Promise<void> {
    const response = await parts.request('/chain-build.json');
    if (response.ok) store.set({ build: (await response.json()) as ChainBuild });
  }

  async function follow(): Promise<void> {
    while (store.get().build.state === 'building') {
      // The page's server may be restarting.
      await look().catch(() => undefined);
      if (store.get().build.state === 'building') await parts.wait(lookMs);
    }
  }

  const followed = follow();
  return {
    store,
    isUnderWay: () => store.get().build.state === 'building',
    /** Resolves once the chain is there. @throws why its node could not be built */
    async ready(): Promise<void> {
      await followed;
      const { build } = store.get();
      if (build.state === 'failed')
        throw textError(say('failures.chainNotBuilt', { reason: build.reason }));
    },
  };
}
