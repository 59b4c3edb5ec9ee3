import { discoverHosts } from './discover';
import type { ProviderDetail } from './provider';

const none: readonly ProviderDetail[] = [];

/**
 * The wallets that run modules, as a store for React's `useSyncExternalStore`. A server and the
 * first rendering in the browser see none, so that both are the same; then the page is told.
 *
 * @example
 * const wallets = createWalletStore();
 * const found = useSyncExternalStore(wallets.subscribe, wallets.get, wallets.getOnServer);
 */
export function createWalletStore() {
  let wallets = none;
  return {
    get: (): readonly ProviderDetail[] => wallets,
    getOnServer: (): readonly ProviderDetail[] => none,
    /** @returns a function that unsubscribes */
    subscribe: (changed: () => void): (() => void) =>
      discoverHosts((detail) => {
        if (wallets.some(({ info }) => info.uuid === detail.info.uuid)) return;
        wallets = [...wallets, detail];
        changed();
      }),
  };
}
