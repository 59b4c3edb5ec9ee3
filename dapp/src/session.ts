import { tokens } from './chain/tokens';
import type { Log } from './log/log';
import type { Memory, RememberedAccount } from './memory';
import { createStore } from './store';
import type { Wallet } from './wallet/discovery';
import { describeFailure } from './wallet/failure';
import { createModuleClient, type InstalledModule, type ModuleClient } from './wallet/provider';

export type Network = { readonly name: string; readonly chainId: string };

export type Session = {
  readonly wallet: Wallet | null;
  readonly module: InstalledModule | null;
  readonly network: Network | null;
  readonly account: RememberedAccount | null;
  /** Null where it is not known. */
  readonly balanceFri: bigint | null;
  readonly deployed: boolean | null;
  /** True from a reload until what the module remembers has been asked. */
  readonly resuming: boolean;
};

const nobody = {
  module: null,
  network: null,
  account: null,
  balanceFri: null,
  deployed: null,
} as const;

export type SessionControl = ReturnType<typeof createSession>;

/** The wallet in use, and what its module says about network and account. */
export function createSession(parts: { moduleId: string; log: Log; memory: Memory }) {
  const { moduleId, log, memory } = parts;
  const store = createStore<Session>({ wallet: null, ...nobody, resuming: false });
  let client: ModuleClient | null = null;

  function module(): ModuleClient {
    if (!client) throw new Error('Pick a wallet first.');
    return client;
  }

  const invoke = (method: string, params?: unknown) => module().invoke(method, params);

  function pick(wallet: Wallet): void {
    if (store.get().wallet?.uuid === wallet.uuid) return;
    client = createModuleClient({
      moduleId,
      send: (label, request) =>
        log.record({ to: 'wallet', label, request }, () => wallet.provider.request(request)),
    });
    store.set({ wallet, ...nobody });
  }

  /** Forgets the wallet on this page; the wallet itself keeps its permission. */
  function leave(): void {
    client = null;
    memory.remember({ rdns: null });
    store.set({ wallet: null, ...nobody });
  }

  async function connect(): Promise<InstalledModule> {
    const installed = await module().connect();
    await enter(installed);
    return installed;
  }

  /** After a reload: picks up where the page was, without asking the user anything. */
  async function resume(wallet: Wallet): Promise<void> {
    if (store.get().wallet || memory.recall().rdns !== wallet.rdns) return;
    pick(wallet);
    store.set({ resuming: true });
    try {
      const installed = await module().installed();
      if (installed) await enter(installed);
    } catch {
      // The log shows it; the person starts at step 1 instead.
    } finally {
      store.set({ resuming: false });
    }
  }

  async function enter(installed: InstalledModule): Promise<void> {
    memory.remember({ rdns: store.get().wallet?.rdns ?? null });
    await readNetwork();
    store.set({ module: installed });
  }

  async function readNetwork(): Promise<void> {
    const network = (await invoke('xnet_getCurrentNetwork')) as Network;
    store.set({ network, account: null, balanceFri: null, deployed: null });
    const account = memory.recall().accounts[network.chainId];
    if (account) await enterAccount(account, network.chainId);
  }

  async function enterAccount(account: RememberedAccount, chainId: string): Promise<void> {
    if (!(await isKnown(account, chainId))) return;
    store.set({ account });
    await readBalance();
  }

  /** Makes it the account in use, and asks the chain how it stands. */
  async function adopt(account: RememberedAccount): Promise<void> {
    const { network } = store.get();
    if (!network) throw new Error('Connect the module first.');
    setAccount(account);
    store.set({ balanceFri: null, deployed: null });
    await enterAccount(account, network.chainId);
  }

  /** Asks whether the account is deployed; false only when the module does not have it. */
  async function isKnown({ address }: RememberedAccount, chainId: string): Promise<boolean> {
    const nothingSent = {
      contractAddress: tokens.STRK,
      entrypoint: 'transfer',
      calldata: [address, '0x0', '0x0'],
    };
    try {
      const estimate = await invoke('xnet_estimateFee', {
        address,
        invocations: [nothingSent],
        chainId,
      });
      store.set({ deployed: !(estimate as { includeDeploy: boolean }).includeDeploy });
      return true;
    } catch (error) {
      if (describeFailure(error).kind !== 'unknownAccount') return true;
      memory.rememberAccount(chainId, null);
      return false;
    }
  }

  async function switchNetwork(chainId: string): Promise<boolean> {
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
      const { balancePending } = (await invoke('xnet_getErc20TokenBalance', {
        tokenAddress: tokens.STRK,
        userAddress: account.address,
        chainId: network.chainId,
      })) as { balancePending: string };
      store.set({ balanceFri: BigInt(balancePending) });
    } catch {
      // Shown in the log; the bar says that the balance is not known.
      store.set({ balanceFri: null });
    }
    return store.get().balanceFri;
  }

  return {
    store,
    pick,
    leave,
    connect,
    resume,
    invoke,
    readNetwork,
    switchNetwork,
    adopt,
    setAccount,
    readBalance,
    setDeployed: (deployed: boolean) => store.set({ deployed }),
  };
}
