import { createStore } from '../store';
import type { Provider } from './provider';

/** A wallet as it announces itself (EIP-6963). */
export type Wallet = {
  readonly uuid: string;
  readonly name: string;
  /** Reverse domain name; stable across page loads, so it is what gets remembered. */
  readonly rdns: string;
  /** A data URI of an image, or null where the wallet gave anything else. */
  readonly icon: string | null;
  readonly provider: Provider;
};

/** The parts of `window` that EIP-6963 needs. */
export type Announcer = Pick<EventTarget, 'addEventListener' | 'dispatchEvent'>;

const longestName = 40;

/** Collects the wallets that announce themselves, now and later. */
export function discoverWallets(page: Announcer) {
  const store = createStore<{ wallets: readonly Wallet[] }>({ wallets: [] });
  page.addEventListener('eip6963:announceProvider', (event) => {
    const wallet = readAnnouncement((event as CustomEvent<unknown>).detail);
    if (!wallet) return;
    const { wallets } = store.get();
    if (wallets.some(({ uuid }) => uuid === wallet.uuid)) return;
    store.set({ wallets: [...wallets, wallet] });
  });
  const ask = () => page.dispatchEvent(new Event('eip6963:requestProvider'));
  ask();
  return { store, ask };
}

/** Any script on the page can announce; what is not of the right shape is left out. */
function readAnnouncement(detail: unknown): Wallet | null {
  if (typeof detail !== 'object' || detail === null) return null;
  const { info, provider } = detail as { info?: unknown; provider?: unknown };
  if (typeof info !== 'object' || info === null || !isProvider(provider)) return null;
  const { uuid, name, rdns, icon } = info as Record<string, unknown>;
  if (typeof uuid !== 'string' || typeof name !== 'string' || typeof rdns !== 'string') return null;
  return {
    uuid,
    rdns,
    name: name.slice(0, longestName),
    icon: typeof icon === 'string' && icon.startsWith('data:image/') ? icon : null,
    provider,
  };
}

const isProvider = (value: unknown): value is Provider =>
  typeof value === 'object' &&
  value !== null &&
  'request' in value &&
  typeof value.request === 'function';
