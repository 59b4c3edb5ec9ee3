import { within } from './client';
import type { ProviderDetail } from './provider';

/** Reverse domain names (rdns) of wallets that run modules. */
const hosts = ['org.xnet.developer-wallet', 'io.metamask', 'io.metamask.flask'];

export const runsModules = ({ rdns }: { rdns: string }): boolean => hosts.includes(rdns);

const longestName = 40;

/** Parses an announcement, or returns undefined: any script on the page can announce anything. */
function readAnnouncement(event: Event): ProviderDetail | undefined {
  const { info, provider } = (event as CustomEvent<Partial<ProviderDetail> | null>).detail ?? {};
  if (typeof provider?.request !== 'function') return undefined;
  const { uuid, name, rdns, icon } = info ?? {};
  if (typeof uuid !== 'string' || typeof name !== 'string' || typeof rdns !== 'string')
    return undefined;
  // A remote image would reveal this visit to a server.
  const isImage = typeof icon === 'string' && icon.startsWith('data:image/');
  return {
    info: { uuid, rdns, name: name.slice(0, longestName), icon: isImage ? icon : '' },
    provider,
  };
}

/**
 * Reports each wallet that announces itself (EIP-6963) once, regardless of load order: wallets that
 * are present answer synchronously, later ones when they load. Without a window, such as on a
 * server, nothing is reported.
 * @returns a function that stops it
 */
export function discover(
  found: (detail: ProviderDetail) => void,
  accept: (info: ProviderDetail['info']) => boolean = runsModules,
): () => void {
  if (typeof window === 'undefined') return () => {};
  const seen = new Set<string>();
  const hear = (event: Event) => {
    const detail = readAnnouncement(event);
    if (!detail || seen.has(detail.info.uuid) || !accept(detail.info)) return;
    seen.add(detail.info.uuid);
    found(detail);
  };
  window.addEventListener('eip6963:announceProvider', hear);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  return () => window.removeEventListener('eip6963:announceProvider', hear);
}

const noWallet =
  'No wallet that runs modules has announced itself: the user has to install one, or switch it on for this page.';

/**
 * The first wallet that runs modules.
 * @throws the signal's reason if none came before; a timeout's message says what is missing
 */
export async function findWallet({
  signal,
}: {
  signal?: AbortSignal | undefined;
} = {}): Promise<ProviderDetail> {
  let end = () => {};
  const finding = new Promise<ProviderDetail>((resolve) => {
    end = discover(resolve);
  });
  return within(finding, signal)
    .catch((reason) => {
      throw reason?.name === 'TimeoutError' ? new DOMException(noWallet, reason.name) : reason;
    })
    .finally(() => end());
}
