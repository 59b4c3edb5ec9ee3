import type { Client, InstalledModule } from '@xnet/connect';
import type { LocalChain } from './config';
import type { Log } from './log/log';
import type { Memory, RememberedAccount } from './memory';
import { createModuleLink, type ModuleLink } from './moduleLink';
import { createSessionReads } from './sessionReads';
import {
  getPlace,
  isOutdated,
  nobody,
  reduceSession,
  type Session,
  type SessionEvent,
} from './sessionState';
import { createStore, type Store } from './store';
import type { Wallet } from './wallet/discovery';
import { describeFailure, failureError, isEnded } from './wallet/failure';

const userRejected = 4001;

type Found = InstalledModule | undefined;
export type SessionControl = ReturnType<typeof createSession>;

type Parts = {
  readonly moduleId: string;
  readonly log: Log;
  readonly memory: Memory;
  /** The chain on this machine, if there is one. */
  readonly localChain?: LocalChain | null;
};

/** The selected wallet, with its module's network and account. */
export function createSession({ moduleId, log, memory, localChain = null }: Parts) {
  const store = createStore<Session>({ wallet: null, ...nobody, resuming: false });
  const link = createModuleLink({ moduleId, log });
  const dispatch = createDispatch(store, memory);
  let moved = (_isOther: boolean) => {};
  const onMoved = (isOther: boolean) => moved(isOther);

  function disconnected(): void {
    dispatch({ did: 'disconnect' });
    onMoved(true);
  }

  const send = createSend({ store, link, disconnected });
  const invoke = send as Client['request'];
  const reads = createSessionReads({ store, dispatch, link, invoke, memory, log, localChain });
  const { readNetwork } = reads;
  const entry = createEntry({ store, dispatch, link, memory, readNetwork, disconnected, onMoved });
  const { lookAgain, pick, enterBy } = entry;

  const connect = (): Promise<InstalledModule> =>
    enterBy(async (client) => (await client.installed()) ?? client.install());

  /** Restores the state after a reload, without a dialog. Never rejects. */
  async function resume(wallet: Wallet): Promise<void> {
    if (store.get().wallet || memory.recall().rdns !== wallet.rdns) return;
    pick(wallet);
    dispatch({ did: 'resume', resuming: true });
    await enterBy((client) => client.installed()).catch(() => undefined);
    dispatch({ did: 'resume', resuming: false });
  }

  return {
    store,
    send,
    invoke,
    pick,
    connect,
    resume,
    /** Reads the state silently. Never rejects. */
    lookAgain,
    /** Forgets the wallet on this page; the page's permission in the wallet remains. */
    leave() {
      link.close();
      dispatch({ did: 'leave' });
    },
    /** Calls back after each read of the wallet; true if module, network or account changed. */
    onMoved: (listener: typeof moved) => {
      moved = listener;
    },
    ...reads,
    setAccount: (account: RememberedAccount | null) => dispatch({ did: 'setAccount', account }),
    /** Records that the account is deployed, which is permanent. */
    setDeployed: () => dispatch({ did: 'setDeployed' }),
  };
}

type Dispatch = (event: SessionEvent) => void;

const createDispatch =
  (store: Store<Session>, memory: Memory): Dispatch =>
  (event) => {
    const { state, effects } = reduceSession(store.get(), event);
    for (const effect of effects) {
      if (effect.do === 'forgetWallet') memory.remember({ rdns: null });
      else memory.rememberAccount(effect.chainId, effect.account);
    }
    store.set(state);
  };

/** Calls a method with any name and params, as a form has them. */
const createSend = (parts: { store: Store<Session>; link: ModuleLink; disconnected: () => void }) =>
  function send(method: string, params?: unknown): Promise<unknown> {
    const { store, link, disconnected } = parts;
    const client = link.client();
    return Promise.resolve(link.call(method, params)).catch(async (error: unknown) => {
      const failure = describeFailure(error);
      // Errors of the module have a kind. For any other, ask the wallet: it may have disconnected
      // this page meanwhile.
      const isOfModule = failure.kind !== null || failure.code === userRejected;
      if (isOfModule || !store.get().module || client !== link.current()) throw error;
      const installed = await client.installed().catch(() => null);
      if (installed) throw isEnded(failure) ? failureError({ ...failure, kind: 'ended' }) : error;
      disconnected();
      throw installed === undefined ? failureError({ ...failure, kind: 'notConnected' }) : error;
    });
  };

/** How the page comes to a wallet's module, and leaves it. */
function createEntry(parts: {
  store: Store<Session>;
  dispatch: Dispatch;
  link: ModuleLink;
  memory: Memory;
  readNetwork: (client: Client) => Promise<void>;
  disconnected: () => void;
  onMoved: (isOther: boolean) => void;
}) {
  const { store, dispatch, link, memory, readNetwork } = parts;
  let entering: Client | null = null;

  async function enter(client: Client, module: InstalledModule): Promise<void> {
    memory.remember({ rdns: store.get().wallet?.rdns ?? null });
    await readNetwork(client);
    link.requireStill(client);
    dispatch({ did: 'connect', module });
    link.watch();
  }

  async function look(): Promise<void> {
    const client = link.current();
    if (!client || client === entering) return;
    const previous = store.get();
    const installed = await client.installed().catch(() => undefined);
    if (client !== link.current()) return;
    if (!installed) {
      if (previous.module) parts.disconnected();
      return;
    }
    // Connected in the wallet, but never from this page: that takes a click on Connect.
    if (!previous.module && memory.recall().rdns !== previous.wallet?.rdns) return;
    // A failure is in the log; what was shown before still holds.
    await enter(client, installed).catch(() => undefined);
    parts.onMoved(getPlace(previous) !== getPlace(store.get()));
  }

  const lookAgain = oneAtATime(look);

  function pick(wallet: Wallet): void {
    if (store.get().wallet?.uuid === wallet.uuid) return;
    link.open(
      wallet,
      () => void lookAgain(),
      (now) => isOutdated(store.get(), now),
    );
    dispatch({ did: 'pick', wallet });
  }

  /** Connects to the selected wallet with the module that `find` returns; no polling meanwhile. */
  async function enterBy<T extends Found>(find: (client: Client) => Promise<T>): Promise<T> {
    const client = link.client();
    entering = client;
    try {
      const installed = await find(client);
      link.requireStill(client);
      if (installed) await enter(client, installed);
      return installed;
    } finally {
      if (entering === client) entering = null;
    }
  }

  return { lookAgain, pick, enterBy };
}

/** Joins the run that is under way, if there is one. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}
