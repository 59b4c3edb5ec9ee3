import type { Client } from '@xnet/connect';
import { readDeployed, readStrk } from './account';
import { type ChainId, mainnet } from './chain/networks';
import { readsChain } from './chain/sameChain';
import type { LocalChain } from './config';
import type { Log } from './log/log';
import type { Memory, RememberedAccount } from './memory';
import type { ModuleLink } from './moduleLink';
import type { Session, SessionEvent } from './sessionState';
import type { Store } from './store';
import { say } from './texts';
import { developerWallet, hasPublicPhrase } from './wallet/developerWallet';
import type { Wallet } from './wallet/discovery';
import { describeFailure, textError } from './wallet/failure';

type Parts = {
  readonly store: Store<Session>;
  readonly dispatch: (event: SessionEvent) => void;
  readonly link: ModuleLink;
  readonly invoke: Client['request'];
  readonly memory: Memory;
  readonly log: Log;
  readonly localChain: LocalChain | null;
};

/** Reads network and account from the module. */
export function createSessionReads(parts: Parts) {
  const { store, dispatch, link, invoke, memory } = parts;

  async function readNetwork(client = link.client()): Promise<void> {
    const network = await invoke('xnet_getCurrentNetwork');
    link.requireStill(client);
    const account = memory.recall().accounts[network.chainId];
    const { wallet } = store.get();
    const isUnsafe =
      network.chainId === mainnet && wallet !== null && (await hasPublicPhrase(wallet));
    const readsLocalChain = await isLocal(parts, wallet);
    link.requireStill(client);
    dispatch({ did: 'readNetwork', network, isUnsafe, readsLocalChain, remembered: account });
    if (account) await enterAccount(account, network.chainId);
  }

  async function enterAccount(account: RememberedAccount, chainId: ChainId): Promise<void> {
    if (!(await isKnown(account, chainId))) {
      dispatch({ did: 'hideAccount', chainId });
      return;
    }
    dispatch({ did: 'enterAccount', account });
    await readBalance();
  }

  /** Checks whether the account is deployed; false only if the module does not have the account. */
  async function isKnown({ address }: RememberedAccount, chainId: ChainId): Promise<boolean> {
    try {
      const deployed = await readDeployed(invoke, { address, chainId });
      dispatch({ did: 'readDeployed', deployed });
    } catch (error) {
      const failure = describeFailure(error);
      if (failure.kind === 'unknownAccount') return false;
      dispatch({ did: 'failDeployed', failure });
    }
    return true;
  }

  async function readBalance(): Promise<bigint | null> {
    const { account, network } = store.get();
    if (!account || !network) return null;
    try {
      const { address } = account;
      const balanceFri = await readStrk(invoke, { address, chainId: network.chainId });
      dispatch({ did: 'readBalance', balanceFri });
    } catch (error) {
      // The log shows the failure; the bar says that the balance is unknown.
      dispatch({ did: 'failBalance', failure: describeFailure(error) });
    }
    return store.get().balanceFri;
  }

  /** Makes the account current and reads its state from the chain. */
  async function adopt(account: RememberedAccount): Promise<void> {
    const { network } = store.get();
    if (!network) throw textError(say('failures.connectModule'));
    dispatch({ did: 'adopt', account });
    await enterAccount(account, network.chainId);
  }

  async function switchNetwork(chainId: ChainId): Promise<boolean> {
    const switched = (await invoke('xnet_switchNetwork', { chainId })) === true;
    if (switched) await readNetwork();
    return switched;
  }

  return { readNetwork, readBalance, adopt, switchNetwork };
}

/** Whether the chain on this machine is the module's: the developer wallet has no other. */
const isLocal = async (
  { localChain, invoke, log }: Parts,
  wallet: Wallet | null,
): Promise<boolean> =>
  localChain !== null &&
  (wallet?.rdns === developerWallet || (await readsChain(invoke, localChain, log)));
