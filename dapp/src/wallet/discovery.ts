import { discover, type Provider } from '@xnet/connect';
import { createStore } from '../store';

/** A wallet's announcement (EIP-6963). */
export type Wallet = {
  readonly uuid: string;
  readonly name: string;
  /** Reverse domain name; stable across page loads, so this is what the page remembers. */
  readonly rdns: string;
  /** A data URI of an image; empty if the wallet sent anything else. */
  readonly icon: string;
  readonly provider: Provider;
};

/** Collects all wallets that announce themselves, now and later, since any may run modules. */
export function discoverWallets() {
  const store = createStore<{ wallets: readonly Wallet[] }>({ wallets: [] });
  let end = () => {};
  function ask(): void {
    end();
    end = discover(({ info, provider }) => {
      const { wallets } = store.get();
      if (!wallets.some(({ uuid }) => uuid === info.uuid))
        store.set({ wallets: [...wallets, { ...info, provider }] });
    });
  }
  ask();
  return { store, ask };
}

/** The wallet with an id; else the only one there is. */
export const findPicked = (
  wallets: readonly Wallet[],
  id: string | undefined,
): Wallet | undefined => wallets.find(({ uuid }) => uuid === id) ?? onlyOne(wallets);

const onlyOne = ([first, ...others]: readonly Wallet[]): Wallet | undefined => {
  if (others.length > 0) return undefined;
  return first;
};
