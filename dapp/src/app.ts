import { watchStatuses } from '@xnet/connect';
import { createBatteryRuns } from './batteries/runs';
import { createChainWait } from './chain/chainBuild';
import { isHex } from './chain/felt';
import { sepolia } from './chain/networks';
import type { Config } from './config';
import { createLog, type Log } from './log/log';
import { createMemory } from './memory';
import { isWalletApiCall } from './methods/walletApi';
import { createJourney } from './path/journey';
import { createService } from './service/service';
import { createSession, type SessionControl } from './session';
import { createStore, type Store } from './store';
import { createTracker, type Tracker } from './tracker';
import { loadDeveloperWallet } from './wallet/developerWallet';
import { discoverWallets } from './wallet/discovery';
import { describeFailure, type Failure } from './wallet/failure';

const pollMilliseconds = { local: 1_000, public: 4_000 } as const;

type Approval = { readonly pending: boolean; readonly askedAt: number | null };

/** Follows transactions that the page has sent. */
function createAppTracker(session: SessionControl, pollMs: number): Tracker {
  return createTracker({
    watchStatuses: ({ hash, chainId }, options) =>
      watchStatuses(
        { request: session.invoke },
        { transactionHash: hash, chainId },
        { ...options, everyMs: pollMs },
      ),
    failureReasonOf: async ({ hash, chainId }) => {
      const { account } = session.store.get();
      if (!account) return null;
      const records = await session.invoke('xnet_getTransactions', {
        senderAddress: account.address,
        withDeployTxn: true,
        onlyFromState: true,
        pageSize: 50,
        chainId,
      });
      const record = records.find(({ txnHash }) => BigInt(txnHash) === BigInt(hash));
      return record?.failureReason ?? null;
    },
    onSettled: () => void session.readBalance(),
  });
}

/** Shows a notice when a wallet waits for its user, until no request is pending. */
function watchApprovals(window: Window, log: Log, approval: Store<Approval>): void {
  window.addEventListener('xnet:approvalPending', () => {
    log.noteAsked();
    approval.set({ pending: true, askedAt: performance.now() });
  });
  log.store.subscribe(() => {
    const waiting = log.store.get().entries.some(({ outcome }) => outcome.state === 'pending');
    if (!waiting && approval.get().pending) approval.set({ pending: false });
  });
}

type Parts = {
  readonly session: SessionControl;
  readonly tracker: Tracker;
  readonly journey: ReturnType<typeof createJourney>;
};

/** Updates the page after a call from a form. */
async function noteReply(
  { session, tracker, journey }: Parts,
  method: string,
  params: unknown,
  result: unknown,
): Promise<void> {
  const { account, network } = session.store.get();
  const isSwitch = method === 'xnet_switchNetwork' || method === 'wallet_switchStarknetChain';
  if (isSwitch) await session.readNetwork();
  const { address, transaction_hash } = (result ?? {}) as { [field: string]: unknown };
  // Calls of the wallet API act on the current network.
  const usual = isWalletApiCall(method) ? network?.chainId : sepolia;
  const { addressIndex = 0, chainId = usual } = (params ?? {}) as { [field: string]: unknown };
  const isCurrentChain = network !== null && network.chainId === chainId;
  if (method === 'xnet_createAccount' && isCurrentChain && !account)
    if (typeof address === 'string' && typeof addressIndex === 'number')
      await session.adopt({ address, addressIndex, deployHash: null, sentHash: null });
  if (isHex(transaction_hash) && isCurrentChain)
    void tracker.track({ hash: transaction_hash, chainId: network.chainId });
  if (isSwitch || method === 'xnet_createAccount') journey.catchUp();
}

type WalletParts = {
  readonly developerWallet: Store<{ failure: Failure | null }>;
  readonly discovery: ReturnType<typeof discoverWallets>;
};

async function addDeveloperWallet(
  page: Document,
  url: string,
  { developerWallet, discovery }: WalletParts,
): Promise<void> {
  developerWallet.set({ failure: null });
  try {
    await loadDeveloperWallet(page, url);
    discovery.ask();
  } catch (error) {
    developerWallet.set({ failure: describeFailure(error) });
  }
}

/** Creates the page's parts and connects them. */
function createParts(config: Config, window: Window) {
  const { moduleId, localChain } = config;
  const log = createLog({ now: () => Date.now() });
  const memory = createMemory(window.localStorage);
  const session = createSession({ moduleId, log, memory, localChain });
  const discovery = discoverWallets();
  /** `askedAt`: when the wallet last asked its user, in milliseconds of the page's clock. */
  const approval = createStore<Approval>({ pending: false, askedAt: null });
  const refusedSwitch = createStore<{ failure: Failure | null }>({ failure: null });
  const developerWallet = createStore<{ failure: Failure | null }>({ failure: null });

  const pollMs = localChain ? pollMilliseconds.local : pollMilliseconds.public;
  const tracker = createAppTracker(session, pollMs);
  const service =
    config.service &&
    createService({
      access: config.service,
      log,
      fetch: window.fetch.bind(window),
      openSocket: (url) => new WebSocket(url),
    });

  const chainWait = createChainWait({
    isAwaited: config.awaitsChain,
    request: window.fetch.bind(window),
    wait: (ms) => new Promise((resolve) => window.setTimeout(resolve, ms)),
  });
  const journey = createJourney({ session, tracker, log, localChain, chainWait });
  const batteryRuns = createBatteryRuns({
    session,
    log,
    page: window,
    faucet: journey.faucet,
    lastHash: () => {
      const { account } = session.store.get();
      return tracker.store.get().latest?.hash ?? account?.sentHash ?? account?.deployHash ?? null;
    },
  });

  return {
    config,
    log,
    memory,
    session,
    discovery,
    approval,
    refusedSwitch,
    developerWallet,
    chainWait,
    tracker,
    journey,
    batteryRuns,
    service,
  };
}

export type App = ReturnType<typeof createApp>;

/** The page's parts, and what happens at its start and after each call. */
export function createApp(config: Config, window: Window) {
  const { memory, ...parts } = createParts(config, window);
  const { session, discovery, log, chainWait, journey } = parts;
  const { walletUrl } = config;

  /** Reconnects to the wallet of the last visit as soon as it announces itself. */
  async function resumeWhereLeft(): Promise<void> {
    const { rdns } = memory.recall();
    const wallet = discovery.store.get().wallets.find((announced) => announced.rdns === rdns);
    if (!wallet || session.store.get().wallet) return;
    await session.resume(wallet);
    journey.catchUp();
  }

  function loadWallet(): void {
    if (walletUrl) void addDeveloperWallet(window.document, walletUrl, parts);
  }

  function start(): void {
    discovery.store.subscribe(() => void resumeWhereLeft());
    void resumeWhereLeft();
    watchApprovals(window, log, parts.approval);
    window.document.addEventListener('visibilitychange', () => {
      // The user may be coming back from the wallet.
      if (window.document.visibilityState === 'visible') void session.lookAgain();
    });
    loadWallet();
    if (chainWait.isUnderWay())
      chainWait.ready().then(
        () => session.lookAgain(),
        () => undefined,
      );
  }

  return {
    ...parts,
    noteReply: (method: string, params: unknown, result: unknown) =>
      noteReply(parts, method, params, result),
    start,
    retryDeveloperWallet: loadWallet,
  };
}
