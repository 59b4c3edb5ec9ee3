import {
  type Client,
  getModuleErrorKind,
  type RequestOptions,
  type Result,
  withSignal,
} from './client';
import type { chains } from './moduleLists';
import { followProvider, type Provider } from './provider';
import { shared } from './shared';

/** Network, accounts and versions that a page may see. */
export type State = Result<'xnet_getState'>;
/** The networks that the module serves, as methods take them. */
export type ChainId = State['network']['chainId'];
/** The same as CAIP-2. */
export type ChainName = `starknet:${keyof typeof chains}`;
/** Called with the new and the previous state on each change; undefined means not connected. */
export type Listener = (now: State | undefined, previous: State | undefined) => void;

/** A page's connection to the module. */
export type Connection = ReturnType<typeof createConnection>;

/** Addresses that the site sees, the current one first. */
export const listAddresses = (state: State | undefined): string[] => {
  const current = state?.currentAccount;
  if (!state || !current) return [];
  const otherAddresses = state.accounts
    .map(({ address }) => address)
    .filter((one) => one !== current);
  return [current, ...otherAddresses];
};

/** False where there is no document, as on a server. */
export const isHidden = (): boolean => globalThis.document?.hidden === true;

/** The newest state that is known, and who is called when it changes. */
function createStateStore() {
  const listeners = new Set<Listener>();
  let state: State | undefined;
  let reads = 0;
  let newestRead = 0;

  function see(now: State | undefined, reading: number): void {
    if (reading < newestRead) return;
    newestRead = reading;
    const previous = state;
    state = now;
    if (JSON.stringify(now) === JSON.stringify(previous)) return;
    for (const listener of [...listeners])
      try {
        listener(now, previous);
      } catch (error) {
        // An error in one listener must not affect the next.
        queueMicrotask(() => {
          throw error;
        });
      }
  }

  return {
    listeners,
    get: () => state,
    /** Begins a read. Replies may overtake: an older read never replaces a newer one. */
    begin: () => {
      reads += 1;
      const ownRead = reads;
      return (now: State | undefined) => see(now, ownRead);
    },
  };
}

/** Lets the user choose the accounts that the page sees, or create one if there is none. */
async function askForAccount({ request }: Client): Promise<void> {
  const { network, currentAccount } = await request('xnet_getState');
  if (currentAccount) return;
  const { chainId } = network;
  try {
    await request('xnet_getCurrentAccount', { chainId });
  } catch (error) {
    if (getModuleErrorKind(error) !== 'unknownAccount') throw error;
    await request('xnet_createAccount', { chainId });
  }
}

/**
 * Calls `tick` at an interval, and `glance` when the wallet emits an event or the page becomes
 * visible.
 * @returns a function that stops it
 */
function follow(provider: Provider, glance: () => void, tick: () => void, ms: number): () => void {
  const timer = setInterval(tick, ms);
  const unfollow = followProvider(provider, glance);
  const page = globalThis.document as Document | undefined;
  page?.addEventListener('visibilitychange', glance);
  return () => {
    clearInterval(timer);
    unfollow();
    page?.removeEventListener('visibilitychange', glance);
  };
}

type StateStore = ReturnType<typeof createStateStore>;

/** Reads the state into the store, and installs the module while no read is under way. */
function createReader(client: Client, store: StateStore) {
  /** A glance or an installation that is under way. */
  let busy: Promise<unknown> | undefined;

  /** Reads the state silently. */
  async function read(): Promise<State | undefined> {
    const see = store.begin();
    const state = await client.request('xnet_getState').catch(async (error) => {
      // Errors of the module have a kind. For any other, check the wallet's list: wallets differ in
      // how they report that the page was disconnected.
      if (getModuleErrorKind(error) || (await client.installed())) throw error;
      return undefined;
    });
    see(state);
    return state;
  }

  const end = () => {
    busy = undefined;
  };

  /** Reads unless the page is hidden, or a read or an installation is under way. */
  const glance = (): void => {
    // A failed read may succeed the next time.
    if (!isHidden() && !busy) busy = look().then(end, end);
  };

  /**
   * Installs while no read is running: calling a module during an update starts it a second time,
   * which makes the update fail.
   */
  async function install(): Promise<void> {
    await busy;
    busy = client.install().finally(end);
    await busy;
  }

  async function look(): Promise<State | undefined> {
    // If the page was never connected, listing the modules is enough to know.
    if (store.get() || (await client.isInstalled())) return read();
    return undefined;
  }

  return { read, look, glance, install };
}

/**
 * This page's connection to the module. While there are listeners, it polls the state with one
 * silent call every `pollMs` if the page is visible and was connected before. It also reads at once
 * when the wallet emits an event, or the page becomes visible: another tab may have connected.
 */
export function createConnection(client: Client, { pollMs = 2_000 } = {}) {
  const store = createStateStore();
  const { read, look, glance, install } = createReader(client, store);
  let unfollow: (() => void) | undefined;

  async function ask(): Promise<State> {
    // The wallet checks the version range; if it matches, no dialog opens.
    if (client.version !== undefined || !(await client.isInstalled())) await install();
    await askForAccount(client);
    return (await read()) ?? ask();
  }

  const connect = shared(ask);
  const tick = () => {
    if (store.get()) glance();
  };

  return {
    /** Client of the module. */
    client,
    /** State that was last read; undefined while the page is not connected. */
    get state() {
      return store.get();
    },
    /** The current state, read without a dialog; undefined if the page is not connected. */
    look: (options?: RequestOptions): Promise<State | undefined> =>
      withSignal(look(), options?.signal),

    /**
     * Connects, with dialogs where needed: installs the module, lets the user choose an account, or
     * creates one if there is none. Concurrent calls share one request. A signal ends the wait; the
     * wallet keeps asking.
     */
    connect: (options?: RequestOptions): Promise<State> => withSignal(connect(), options?.signal),

    /**
     * Revokes the page's access to all accounts; the next connect asks the user again.
     * @throws the wallet's error if it fails; the page then stays connected
     */
    async disconnect(options?: RequestOptions): Promise<void> {
      if (await client.installed(options))
        await client.request('xnet_revokeGrants', undefined, options);
      store.begin()(undefined);
    },

    /** Calls back with the new and the previous state. @returns a function that stops listening */
    listen(listener: Listener): () => void {
      store.listeners.add(listener);
      unfollow ??= follow(client.provider, glance, tick, pollMs);
      return () => {
        store.listeners.delete(listener);
        if (store.listeners.size > 0) return;
        unfollow?.();
        unfollow = undefined;
      };
    },
  };
}
