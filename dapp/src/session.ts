import type { Client, InstalledModule } from '@xnet/connect';
import { readDeployed, readStrk } from './account';
import { type ChainId, mainnet } from './chain/networks';
import { readsChain } from './chain/sameChain';
import type { LocalChain } from './config';
import type { Log } from './log/log';
import type { Memory, RememberedAccount } from './memory';
import { isWalletApiCall } from './methods/walletApi';
import { forgotten, getPlace, isOutdated, nobody, type Session } from './sessionState';
import { createStore } from './store';
import { developerWallet, hasPublicPhrase } from './wallet/developerWallet';
import type { Wallet } from './wallet/discovery';
import { describeFailure, failureError, isEnded } from './wallet/failure';
import { openModule } from './wallet/openModule';

const userRejected = 4001;

type Found = InstalledModule | undefined;
export type SessionControl = ReturnType<typeof createSession>;

/** The selected wallet, with its module's network and account. */
export function createSession(parts: {
  moduleId: string;
  log: Log;
  memory: Memory;
  /** The chain on this machine, if there is one. */
  localChain?: LocalChain | null;
}) {
  const { moduleId, log, memory, localChain = null } = parts;
  const store = createStore<Session>({ wallet: null, ...nobody, resuming: false });
  let module: ReturnType<typeof openModule> | null = null;
  let unfollow = () => {};
  let looking: Promise<void> | null = null;
  let entering: Client | null = null;
  let moved = (_isOther: boolean) => {};

  function client(): Client {
    if (!module) throw new Error('Pick a wallet first.');
    return module.client;
  }

  /** Calls a method with any name and params, as a form has them. */
  function send(method: string, params?: unknown): Promise<unknown> {
    const asked = client();
    const reply = isWalletApiCall(method)
      ? module?.askWalletApi(method, params)
      : asked.request(method as never, params as never);
    return Promise.resolve(reply).catch(async (error: unknown) => {
      const failure = describeFailure(error);
      // Errors of the module have a kind. For any other, ask the wallet: it may have disconnected
      // this page meanwhile.
      const isOfModule = failure.kind !== null || failure.code === userRejected;
      if (isOfModule || !store.get().module || asked !== module?.client) throw error;
      const installed = await asked.installed().catch(() => null);
      if (installed) throw isEnded(failure) ? failureError({ ...failure, kind: 'ended' }) : error;
      disconnected();
      throw installed === undefined ? failureError({ ...failure, kind: 'notConnected' }) : error;
    });
  }

  const invoke = send as Client['request'];

  /** Rejects a wallet's answer if another wallet was selected while waiting. */
  function requireStill(asked: Client): void {
    if (asked !== module?.client) throw new Error('Another wallet was picked.');
  }

  /** Keeps the selected wallet; everything else is read again once it is connected. */
  function disconnected(): void {
    store.set({ ...nobody });
    moved(true);
  }

  /** Reads the state silently. Never rejects. */
  function lookAgain(): Promise<void> {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  }

  async function look(): Promise<void> {
    const asked = module?.client;
    if (!asked || asked === entering) return;
    const before = store.get();
    const installed = await asked.installed().catch(() => undefined);
    if (asked !== module?.client) return;
    if (!installed) {
      if (before.module) disconnected();
      return;
    }
    // Connected in the wallet, but never from this page: that takes a click on Connect.
    if (!before.module && memory.recall().rdns !== before.wallet?.rdns) return;
    // A failure is in the log; what was shown before still holds.
    await enter(asked, installed).catch(() => undefined);
    moved(getPlace(before) !== getPlace(store.get()));
  }

  function pick(wallet: Wallet): void {
    if (store.get().wallet?.uuid === wallet.uuid) return;
    unfollow();
    module = openModule({ provider: wallet.provider, moduleId, log });
    unfollow = module.follow(
      () => void lookAgain(),
      (now) => isOutdated(store.get(), now),
    );
    store.set({ wallet, ...nobody });
  }

  /** Forgets the wallet on this page; the page's permission in the wallet remains. */
  function leave(): void {
    module = null;
    unfollow();
    memory.remember({ rdns: null });
    store.set({ wallet: null, ...nobody });
  }

  /** Connects to the selected wallet with the module that `find` returns; no polling meanwhile. */
  async function enterBy<T extends Found>(find: (asked: Client) => Promise<T>): Promise<T> {
    const asked = client();
    entering = asked;
    try {
      const installed = await find(asked);
      requireStill(asked);
      if (installed) await enter(asked, installed);
      return installed;
    } finally {
      if (entering === asked) entering = null;
    }
  }

  const connect = (): Promise<InstalledModule> =>
    enterBy(async (asked) => (await asked.installed()) ?? asked.install());

  /** Restores the state after a reload, without a dialog. Never rejects. */
  async function resume(wallet: Wallet): Promise<void> {
    if (store.get().wallet || memory.recall().rdns !== wallet.rdns) return;
    pick(wallet);
    store.set({ resuming: true });
    await enterBy((asked) => asked.installed()).catch(() => undefined);
    store.set({ resuming: false });
  }

  async function enter(asked: Client, installed: InstalledModule): Promise<void> {
    memory.remember({ rdns: store.get().wallet?.rdns ?? null });
    await readNetwork(asked);
    requireStill(asked);
    store.set({ module: installed });
    module?.watch();
  }

  async function readNetwork(asked = client()): Promise<void> {
    const network = await invoke('xnet_getCurrentNetwork');
    requireStill(asked);
    const account = memory.recall().accounts[network.chainId];
    const { wallet } = store.get();
    const isUnsafe =
      network.chainId === mainnet && wallet !== null && (await hasPublicPhrase(wallet));
    const readsLocalChain = await isLocal(wallet);
    requireStill(asked);
    const { network: last, account: shown } = store.get();
    // The same account on the same network is refreshed but stays visible.
    const isSame = last?.chainId === network.chainId && shown?.address === account?.address;
    store.set({ network, isUnsafe, readsLocalChain, ...(isSame ? {} : forgotten) });
    if (account) await enterAccount(account, network.chainId);
  }

  /** Whether the chain on this machine is the module's: the developer wallet has no other. */
  const isLocal = async (wallet: Wallet | null): Promise<boolean> =>
    localChain !== null &&
    (wallet?.rdns === developerWallet || (await readsChain(invoke, localChain, log)));

  async function enterAccount(account: RememberedAccount, chainId: ChainId): Promise<void> {
    if (!(await isKnown(account, chainId))) {
      store.set({ ...forgotten, unshared: true });
      return;
    }
    const { deployed } = store.get();
    const begunAnew = account.wasDeployed === true && deployed === false;
    const fresh = { deployHash: null, sentHash: null, wasDeployed: false };
    setAccount(begunAnew ? { ...account, ...fresh } : account);
    if (begunAnew) store.set({ begunAnew });
    if (deployed) setDeployed();
    await readBalance();
  }

  /** Makes the account current and reads its state from the chain. */
  async function adopt(account: RememberedAccount): Promise<void> {
    const { network } = store.get();
    if (!network) throw new Error('Connect the module first.');
    setAccount(account);
    store.set({ balanceFri: null, deployed: null, unshared: false });
    await enterAccount(account, network.chainId);
  }

  /** Checks whether the account is deployed; false only if the module does not have the account. */
  async function isKnown({ address }: RememberedAccount, chainId: ChainId): Promise<boolean> {
    try {
      const deployed = await readDeployed(invoke, { address, chainId });
      store.set({ deployed, nodeFailure: null });
    } catch (error) {
      const failure = describeFailure(error);
      if (failure.kind === 'unknownAccount') {
        memory.rememberAccount(chainId, null);
        return false;
      }
      store.set({ nodeFailure: failure });
    }
    return true;
  }

  async function switchNetwork(chainId: ChainId): Promise<boolean> {
    const switched = (await invoke('xnet_switchNetwork', { chainId })) === true;
    if (switched) await readNetwork();
    return switched;
  }

  function setAccount(account: RememberedAccount | null): void {
    const { network } = store.get();
    if (network) memory.rememberAccount(network.chainId, account);
    store.set({ account });
  }

  async function readBalance(): Promise<bigint | null> {
    const { account, network } = store.get();
    if (!account || !network) return null;
    try {
      const { address } = account;
      const balanceFri = await readStrk(invoke, { address, chainId: network.chainId });
      store.set({ balanceFri, nodeFailure: null });
    } catch (error) {
      // The log shows the failure; the bar says that the balance is unknown.
      store.set({ balanceFri: null, nodeFailure: describeFailure(error) });
    }
    return store.get().balanceFri;
  }

  /** Records that the account is deployed, which is permanent. */
  function setDeployed(): void {
    const { account } = store.get();
    if (account) setAccount({ ...account, wasDeployed: true });
    store.set({ deployed: true, begunAnew: false });
  }

  return {
    store,
    pick,
    send,
    lookAgain,
    /** Calls back after each read of the wallet; true if module, network or account changed. */
    onMoved: (listener: typeof moved) => {
      moved = listener;
    },
    leave,
    connect,
    resume,
    invoke,
    readNetwork,
    switchNetwork,
    adopt,
    setAccount,
    readBalance,
    setDeployed,
  };
}
