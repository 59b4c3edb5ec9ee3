import { type Client, getErrorKind, type RequestOptions, type Result, within } from './client';
import { followProvider } from './provider';
import { shared } from './shared';

export type State = Result<'xnet_getState'>;
/** The networks that the module serves, as methods take them. */
export type ChainId = State['network']['chainId'];
/** Called with the new and the previous state on each change; undefined means not connected. */
export type Listener = (now: State | undefined, before: State | undefined) => void;

export type Connection = ReturnType<typeof createConnection>;

/** Addresses that the site sees, the current one first. */
export const listAddresses = (state: State | undefined): string[] => {
  const current = state?.currentAccount;
  if (!state || !current) return [];
  const others = state.accounts.map(({ address }) => address).filter((one) => one !== current);
  return [current, ...others];
};

export const isHidden = (): boolean => typeof document !== 'undefined' && document.hidden;

/**
 * This page's connection to the module. While there are listeners, it polls the state with one
 * silent call every `pollMs` if the page is visible and was connected before. It also reads at once
 * when the wallet emits an event, or the page becomes visible: another tab may have connected.
 */
export function createConnection(client: Client, { pollMs = 2_000 } = {}) {
  const listeners = new Set<Listener>();
  let known: State | undefined;
  let unfollow: (() => void) | undefined;
  let reads = 0;
  let newest = 0;
  let isInstalling = false;
  let looking: Promise<unknown> | undefined;

  /** Reads the state silently. Replies may overtake: an older read never replaces a newer one. */
  async function read(): Promise<State | undefined> {
    reads += 1;
    const own = reads;
    const state = await client.request('xnet_getState').catch(async (error) => {
      // Errors of the module have a kind. For any other, check the wallet's list: wallets differ in
      // how they report that the page was disconnected.
      if (getErrorKind(error) || (await client.installed())) throw error;
      return undefined;
    });
    see(state, own);
    return state;
  }

  function see(now: State | undefined, reading: number): void {
    if (reading < newest) return;
    newest = reading;
    const before = known;
    known = now;
    if (JSON.stringify(now) === JSON.stringify(before)) return;
    for (const listener of [...listeners])
      try {
        listener(now, before);
      } catch (error) {
        // An error in one listener must not affect the next.
        queueMicrotask(() => {
          throw error;
        });
      }
  }

  /**
   * Installs while no read is running: calling a module during an update starts it a second time,
   * which makes the update fail.
   */
  async function install(): Promise<void> {
    isInstalling = true;
    try {
      await looking;
      await client.install();
    } finally {
      isInstalling = false;
    }
  }

  async function ask(): Promise<State> {
    // The wallet checks the version range; if it matches, no dialog opens.
    if (client.version !== undefined || !(await client.isInstalled())) await install();
    const { network, currentAccount } = await client.request('xnet_getState');
    if (!currentAccount) {
      const { chainId } = network;
      try {
        // The user chooses which accounts the site sees.
        await client.request('xnet_getCurrentAccount', { chainId });
      } catch (error) {
        if (getErrorKind(error) !== 'unknownAccount') throw error;
        await client.request('xnet_createAccount', { chainId });
      }
    }
    return (await read()) ?? ask();
  }

  async function look(): Promise<State | undefined> {
    // If the page was never connected, listing the modules is enough to know.
    return known || (await client.isInstalled()) ? read() : undefined;
  }

  const connect = shared(ask);
  /** A failed read may succeed the next time. */
  const lookOnce = shared(() => look().catch(() => undefined));
  /** Reads unless a read is running, the page is hidden, or an installation is in progress. */
  const glance = (): void => {
    if (!isHidden() && !isInstalling) looking = lookOnce();
  };
  const tick = () => {
    if (known) glance();
  };

  /** Polls, and reads at once when the wallet emits an event or the page becomes visible. */
  function follow(): () => void {
    const timer = setInterval(tick, pollMs);
    const unfollow = followProvider(client.provider, glance);
    const page = typeof document === 'undefined' ? undefined : document;
    page?.addEventListener('visibilitychange', glance);
    return () => {
      clearInterval(timer);
      unfollow();
      page?.removeEventListener('visibilitychange', glance);
    };
  }

  return {
    client,
    get state() {
      return known;
    },
    /** The current state, read without a dialog; undefined if the page is not connected. */
    look: (options?: RequestOptions): Promise<State | undefined> => within(look(), options?.signal),

    /**
     * Connects, with dialogs where needed: installs the module, lets the user choose an account, or
     * creates one if there is none. Concurrent calls share one request. A signal ends the wait; the
     * wallet keeps asking.
     */
    connect: (options?: RequestOptions): Promise<State> => within(connect(), options?.signal),

    /**
     * Revokes the page's access to all accounts; the next connect asks the user again.
     * @throws the wallet's error if it fails; the page then stays connected
     */
    async disconnect(options?: RequestOptions): Promise<void> {
      if (await client.installed(options))
        await client.request('xnet_revokeGrants', undefined, options);
      reads += 1;
      see(undefined, reads);
    },

    /** @returns a function that stops listening */
    listen(listener: Listener): () => void {
      listeners.add(listener);
      unfollow ??= follow();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unfollow?.();
        unfollow = undefined;
      };
    },
  };
}
