import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/root';
import { askChain, fund, type LocalChain, startLocalChain } from '../../scripts/start/localChain';
import { chainIds } from '../../src/schema/primitives';
import { type NodeProxy, startProxy } from '../chain/proxy';
import { ONE } from '../node/account';
import { createPayload, readDeclarables } from '../node/declarable';
import { type PaymasterServer, startPaymasterServer } from '../review/paymasterServer';
import { createRelay } from '../review/relay';
import { addressedModule } from '../stage/addressedModule';
import vectors from '../vectors/accounts.json';
import { createClock } from './clock';
import type { Approval, Driven, StateText } from './driven';
import { API_KEY } from './paymaster';

export const COMPANION = 'https://companion.example';
export const sites = [COMPANION, 'https://one.example', 'https://two.example'];
/** The phrase's accounts that sequences use. */
export const addresses = vectors.accounts.slice(0, 4).map(({ argent040 }) => argent040);
export const moduleId = 'npm:@xnet/module';

export type Reply = { result?: unknown; error?: { code: number; message: string; data?: unknown } };
/** Called with each call of the module to the wallet. */
type Hear = (method: string, params: Record<string, unknown>) => void;

export type Network = { chainId: string; chain: LocalChain; proxy: NodeProxy };
/** Nodes, the built module and the vendor's controllers, which are new for each sequence. */
export type Stage = {
  /** Only Sepolia's node has faults. */
  chain: LocalChain;
  proxy: NodeProxy;
  /** The paymaster on Sepolia, if the module's user chooses it. */
  paymaster: PaymasterServer;
  /** Hashes of the transactions that it has relayed to this chain. */
  relayed: string[];
  networks: readonly Network[];
  clock: ReturnType<typeof createClock>;
  /** A class to declare. */
  payload(name: string): object;
  /** Folder of the module and of the wallets' state. */
  folder: string;
  stop(): Promise<void>;
};

/**
 * Writes that are under way fill a folder while it is emptied; none begins meanwhile. `maxRetries`
 * does not help: it lists the folder's files once.
 */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    removeFolder(folder);
  }
}

export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'xnet-sequences-'));
  // However the process ends: by a failing step or by Ctrl-C.
  process.once('exit', () => removeFolder(folder));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  // Reorganising a block needs the states before it.
  const args = ['--state-archive-capacity', 'full'];
  const [chain, other] = await Promise.all([
    startLocalChain({ blocks: 'demand', args }),
    startLocalChain({ blocks: 'demand', chainId: 'MAINNET' }),
  ]);
  const [proxy, otherProxy] = [
    await startProxy({ target: chain.url }),
    await startProxy({ target: other.url }),
  ];
  await addressedModule({
    out: join(folder, 'module'),
    endpoints: { [chainIds.sepolia]: [proxy.url], [chainIds.mainnet]: [otherProxy.url] },
    companionOrigins: [COMPANION],
  });
  const relayed: string[] = [];
  const relay = createRelay(chain);
  const paymaster = await startPaymasterServer({
    key: API_KEY,
    async relay(signed) {
      const hash = await relay(signed);
      relayed.push(hash);
      return hash;
    },
  });
  const { declarable } = await readDeclarables(chain.url);
  return {
    chain,
    proxy,
    paymaster,
    relayed,
    folder,
    clock: createClock(),
    payload: (name) => createPayload(declarable(name)),
    networks: [
      { chainId: chainIds.sepolia, chain, proxy },
      { chainId: chainIds.mainnet, chain: other, proxy: otherProxy },
    ],
    async stop() {
      for (const one of [paymaster, proxy, otherProxy, chain, other]) await one.stop();
    },
  };
}

/** Ends all faults of node and paymaster. */
export function calmNetwork({ proxy, paymaster }: Stage): void {
  paymaster.fail(undefined);
  proxy.setFault(undefined);
  proxy.setDelay(0);
  proxy.setBehind(false);
  proxy.loseAnswers(0);
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** A wallet with the module and connected sites, on a chain without history. */
export async function openWorld(stage: Stage, hear: Hear, { requireAllowlist = false } = {}) {
  const { chain, proxy, paymaster, networks, folder, clock, payload } = stage;
  const data = await mkdtemp(join(folder, 'wallet-'));
  const path = pathToFileURL(join(root, 'wallet/src/server/nodeWallet.ts')).href;
  const { openNodeWallet }: Driven = await import(path);
  const { readState }: StateText = await import(new URL('../persistence/stateText.ts', path).href);
  let onChange = () => {};
  /** Methods in which the wallet fails next. */
  const broken: string[] = [];
  let failures = 0;
  const open = () =>
    openNodeWallet({
      phrase: vectors.mnemonic,
      locale: 'en',
      dataFolder: data,
      moduleFolder: join(folder, 'module'),
      allowMainnet: true,
      dialogLimit: true,
      requireAllowlist,
      isActive: () => true,
      onChange: () => onChange(),
      onModuleCall(method, params) {
        hear(method, (params ?? {}) as Record<string, unknown>);
        const at = broken.indexOf(method);
        if (at >= 0) {
          broken.splice(at, 1);
          failures += 1;
        }
        return async () => {
          if (at >= 0) throw new Error('The wallet fails.');
        };
      },
    });
  const onEach = (method: string, params?: object) =>
    Promise.all(networks.map((each) => askChain(each.chain.url, method, params)));
  const createBlock = () => onEach('devnet_createBlock');
  /** Restarts the chains and funds the accounts. */
  const begin = async () => {
    await onEach('devnet_restart');
    if (clock.secondsAhead() > 0)
      await onEach('devnet_increaseTime', { time: clock.secondsAhead() });
    for (const { chain } of networks)
      for (const address of addresses) await fund(chain.url, address, 50n * ONE);
    await createBlock();
  };
  clock.reset();
  calmNetwork(stage);
  await begin();
  let wallet = await open();
  let isLocked = false;
  const caller = { onApproval() {}, gone: new AbortController().signal };
  const request = (origin: string, call: object): Promise<Reply> =>
    wallet.request(origin, call, caller);
  const connect = (origin: string) =>
    request(origin, { method: 'wallet_requestModules', params: { [moduleId]: {} } });

  return {
    clock,
    payload,
    chain,
    proxy,
    paymaster,
    networks,
    broken,
    begin,
    createBlock,
    onEach,
    request,
    connect,
    get wallet() {
      return wallet;
    },
    listen(listener: () => void) {
      onChange = listener;
    },
    ask: (origin: string, method: string, params?: unknown): Promise<Reply> =>
      request(origin, {
        method: 'wallet_invokeModule',
        params: { moduleId, request: { method, ...(params !== undefined && { params }) } },
      }),
    approvals: (): Approval[] => wallet.snapshot().approvals,
    page: () => wallet.snapshot().page,
    /** Number of the wallet's failures. */
    failures: () => failures,
    status: () => wallet.snapshot().module?.status,
    version: () => wallet.snapshot().module?.version,
    isLocked: () => isLocked,
    lock() {
      isLocked = true;
      wallet.lock.lock();
    },
    unlock() {
      isLocked = false;
      wallet.lock.unlock();
    },
    disable: () => wallet.controllers.snaps.disableSnap(moduleId),
    /** Only if disabled: the vendor's method would otherwise start the module's timers twice. */
    enable() {
      const { snaps } = wallet.controllers;
      if (snaps.get(moduleId)?.enabled === false) snaps.enableSnap(moduleId);
    },
    /** Ends the module as the wallet ends an idle one, whatever it is doing. */
    endModule: () => wallet.controllers.snaps.stopSnap(moduleId),
    tick: (method = 'trackTransactions') =>
      wallet.controllers.snaps.handleRequest({
        snapId: moduleId,
        origin: 'metamask',
        handler: 'onCronjob',
        request: { jsonrpc: '2.0', method },
      }),
    /** @param meanwhile changes the wallet's files while it is closed */
    async restart(meanwhile = async (_data: string) => {}) {
      this.unlock();
      await wallet.close();
      await meanwhile(data);
      wallet = await open();
    },
    stateText: () => readFile(join(data, 'state.json'), 'utf8'),
    readState,
    close: () => wallet.close(),
  };
}
