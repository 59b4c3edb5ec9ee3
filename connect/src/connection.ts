import { type Client, kindOf, type Result } from './client';
import { followProvider } from './provider';
import { shared } from './shared';

export type State = Result<'xnet_getState'>;
/** The networks that the module serves, as the methods take them. */
export type ChainId = State['network']['chainId'];
/** How things stand and how they stood, whenever that differs; undefined where the page is not connected. */
export type Listener = (now: State | undefined, before: State | undefined) => void;

export type Connection = ReturnType<typeof createConnection>;

/** Addresses that the site sees, the one in use first. */
export const addressesIn = (state: State | undefined): string[] => {
  const current = state?.currentAccount;
  if (!state || !current) return [];
  const others = state.accounts.map(({ address }) => address).filter((one) => one !== current);
  return [current, ...others];
};

export const isHidden = (): boolean => typeof document !== 'undefined' && document.hidden;

/**
 * How this page stands with the module. With listeners it is looked at every `pollMs` by one silent
 * call, while the page is seen and once it was connected; and at once where the wallet tells of a
 * change, or the page is seen again: another tab may have connected it.
 */
export function createConnection(client: Client, { pollMs = 2_000 } = {}) {
  const listeners = new Set<Listener>();
  let known: State | undefined;
  let unfollow: (() => void) | undefined;
  let reads = 0;
  let newest = 0;
  let isInstalling = false;
  let looking: Promise<unknown> | undefined;

  /** Reads by one silent call. Replies may overtake each other: an earlier reading overrules no later one. */
  async function read(): Promise<State | undefined> {
    reads += 1;
    const own = reads;
    const state = await client.request('xnet_getState').catch(async (error) => {
      // What the module says has a kind. Of anything else the wallet's list tells whether this page
      // was disconnected: wallets differ in how they say so.
      if (kindOf(error) || (await client.installed())) throw error;
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
        // One listener's fault is not the next one's.
        queueMicrotask(() => {
          throw error;
        });
      }
  }

  /**
   * Has it installed while nobody looks: a module that is called while the wallet updates it is begun a
   * second time by that, and the update fails.
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
    // The wallet knows whether a version is among those; where it is, nobody is asked.
    if (client.version !== undefined || !(await client.isInstalled())) await install();
    const { network, currentAccount } = await client.request('xnet_getState');
    if (!currentAccount) {
      const { chainId } = network;
      try {
        // The user chooses which accounts the site sees.
        await client.request('xnet_getCurrentAccount', { chainId });
      } catch (error) {
        if (kindOf(error) !== 'unknownAccount') throw error;
        await client.request('xnet_createAccount', { chainId });
      }
    }
    return (await read()) ?? ask();
  }

  /** How things stand, without a question; undefined where the page is not connected. */
  async function look(): Promise<State | undefined> {
    // Where the page was never connected, the list of modules tells without any question.
    return known || (await client.isInstalled()) ? read() : undefined;
  }

  /** What fails now may go well the next time. */
  const lookOnce = shared(() => look().catch(() => undefined));
  /** Looks unless somebody does, nobody sees it, or it would be in the way. */
  const glance = (): void => {
    if (!isHidden() && !isInstalling) looking = lookOnce();
  };
  const tick = () => {
    if (known) glance();
  };

  /** Looks from time to time, and at once when the wallet tells of a change or the page is seen again. */
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
    look,

    /**
     * Connects with the user, as far as it is needed: installs the module, has an account chosen or,
     * where there is none, created. Calls at the same time share one question.
     */
    connect: shared(ask),

    /**
     * Gives all access to accounts back; the user is asked at the next connect.
     * @throws what a wallet answers that does not take it back; the page is as connected as before
     */
    async disconnect(): Promise<void> {
      if (await client.installed()) await client.request('xnet_revokeGrants');
      reads += 1;
      see(undefined, reads);
    },

    /** @returns the function that ends it */
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
