import { type Choose, createChoice, isUnfit } from './choice';
import { type ClientOptions, createClient, withSignal } from './client';
import { isKnownHost, type ProviderDetail } from './provider';

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
export function discover(onDetail: (detail: ProviderDetail) => void): () => void {
  if (typeof window === 'undefined') return () => {};
  const announcedIds = new Set<string>();
  const hear = (event: Event) => {
    const detail = readAnnouncement(event);
    if (!detail || announcedIds.has(detail.info.uuid)) return;
    announcedIds.add(detail.info.uuid);
    onDetail(detail);
  };
  window.addEventListener('eip6963:announceProvider', hear);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  return () => window.removeEventListener('eip6963:announceProvider', hear);
}

/**
 * True if a wallet runs modules: it lists them, or is known to run some and only fails to answer
 * now. Shows no dialog and never rejects.
 */
export const runsModules = ({
  info,
  provider,
}: Pick<ProviderDetail, 'provider'> & { info: { rdns: string } }): Promise<boolean> =>
  createClient({ provider })
    .installed()
    .then(
      () => true,
      (error) => !isUnfit(info, error),
    );

/**
 * Reports each wallet that runs modules once: one that is known for it in the turn in which it
 * announces itself, any other as soon as it lists its modules.
 * @returns a function that stops it
 */
export function discoverHosts(onHost: (detail: ProviderDetail) => void): () => void {
  let isOver = false;
  const end = discover((detail) => {
    if (isKnownHost(detail.info)) onHost(detail);
    else void runsModules(detail).then((does) => does && !isOver && onHost(detail));
  });
  return () => {
    isOver = true;
    end();
  };
}

/** The wait for a wallet, unless the page sets another. */
export const FIND_MS = 3_000;

const noWallet =
  'No wallet that runs modules has announced itself: the user has to install one, or switch it on for this page.';

/** Module that is looked for, and the end of the search. */
export type FindOptions = Omit<ClientOptions, 'provider'> & {
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** Milliseconds to wait for a wallet that runs modules; default: 3,000, or none beside a signal. */
  waitMs?: number | undefined;
  /** Chooses where several wallets could run the module and none is connected to this page. */
  choose?: Choose | undefined;
};

/**
 * Gathers the wallets that announce themselves until one of them runs modules.
 * @throws the signal's reason if none came before; a timeout's message says what is missing
 */
export async function gatherWallets({
  signal,
  waitMs = signal ? undefined : FIND_MS,
  ...options
}: FindOptions) {
  let look = () => {};
  const choice = createChoice(options, { onLate: () => look() });
  let end = () => {};
  const finding = new Promise<void>((resolve, reject) => {
    look = () => void choice.ranked().then((fit) => fit.length > 0 && resolve(), reject);
    end = discover((detail) => {
      choice.add(detail);
      look();
    });
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    if (waitMs !== undefined)
      timer = setTimeout(() => reject(new DOMException('', 'TimeoutError')), waitMs);
  });
  await withSignal(Promise.race([finding, late]), signal)
    .catch((reason) => {
      throw reason?.name === 'TimeoutError' ? new DOMException(noWallet, reason.name) : reason;
    })
    .finally(() => {
      clearTimeout(timer);
      end();
    });
  return choice;
}

/**
 * The wallet to use: the one that has the module, else the one that most likely installs it. Asks
 * each wallet what it has, without a dialog; waits for the first that runs modules at all, for
 * 3 seconds or until the signal.
 * @throws the signal's reason if none came before; a timeout's message says what is missing
 */
export const findWallet = async (options: FindOptions = {}): Promise<ProviderDetail> =>
  (await gatherWallets(options)).best();
