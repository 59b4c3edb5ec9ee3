import type { ProviderDetail } from './provider';

/** Reverse domain names of wallets that run modules. */
const hosts = ['org.xnet.developer-wallet', 'io.metamask', 'io.metamask.flask'];

export const runsModules = ({ rdns }: ProviderDetail['info']): boolean => hosts.includes(rdns);

/**
 * Tells of each wallet that announces itself (EIP-6963), once, however early or late the page asks:
 * those that are there answer at once, in this very turn, and later ones when they come.
 * @returns the function that ends it
 */
export function discover(
  found: (detail: ProviderDetail) => void,
  accept: (info: ProviderDetail['info']) => boolean = runsModules,
): () => void {
  const seen = new Set<string>();
  const hear = (event: Event) => {
    const detail = (event as CustomEvent<Partial<ProviderDetail> | null>).detail;
    // Any script of the page can announce.
    if (typeof detail?.provider?.request !== 'function' || typeof detail.info?.uuid !== 'string')
      return;
    if (seen.has(detail.info.uuid) || !accept(detail.info)) return;
    seen.add(detail.info.uuid);
    found(detail as ProviderDetail);
  };
  window.addEventListener('eip6963:announceProvider', hear);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  return () => window.removeEventListener('eip6963:announceProvider', hear);
}

/** The first wallet that runs modules. @throws the reason of the signal, where none came before */
export const findWallet = ({ signal }: { signal?: AbortSignal } = {}): Promise<ProviderDetail> =>
  new Promise((resolve, reject) => {
    const end = discover((detail) => {
      resolve(detail);
      // Not within this very call, which may still be running.
      queueMicrotask(() => end());
    });
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener(
      'abort',
      () => {
        end();
        reject(signal.reason);
      },
      { once: true },
    );
  });
