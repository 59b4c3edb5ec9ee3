import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/root';
import { askChain, fund, type LocalChain, startLocalChain } from '../../scripts/start/localChain';
import { type NodeProxy, startProxy } from '../chain/proxy';
import { ONE } from '../node/account';
import { addressedModule } from '../stage/addressedModule';
import vectors from '../vectors/accounts.json';
import type { Approval, Driven } from './driven';

export const COMPANION = 'https://companion.example';
export const sites = [COMPANION, 'https://one.example', 'https://two.example'];
/** The accounts of the phrase that sequences are about. */
export const addresses = vectors.accounts.slice(0, 4).map(({ argent040 }) => argent040);
const moduleId = 'npm:@xnet/module';

export type Reply = { result?: unknown; error?: { code: number; message: string; data?: unknown } };
/** Called with each call of the module to the wallet. */
type Hear = (method: string, params: Record<string, unknown>) => void;

/** The node, the built module and the vendor's controllers; the last anew for each sequence. */
export type Stage = {
  chain: LocalChain;
  proxy: NodeProxy;
  /** Of the module, and of the wallets' state. */
  folder: string;
  stop(): Promise<void>;
};

export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'xnet-sequences-'));
  // A reorganised block needs the states before it.
  const args = ['--state-archive-capacity', 'full'];
  const chain = await startLocalChain({ blocks: 'demand', args });
  const proxy = await startProxy({ target: chain.url });
  await addressedModule({
    out: join(folder, 'module'),
    sepoliaUrls: [proxy.url],
    // A chain of another network, as if its user had mixed the addresses up.
    mainnetUrls: [proxy.url],
    companionOrigins: [COMPANION],
  });
  return {
    ...{ chain, proxy, folder },
    async stop() {
      await proxy.stop();
      await chain.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** From now on all is well with the node. */
export function calmProxy({ proxy }: Stage): void {
  proxy.setFault(undefined);
  proxy.setDelay(0);
  proxy.setBehind(false);
  proxy.loseAnswers(0);
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** A wallet with the module and connected sites over a chain without a history. */
export async function openWorld(stage: Stage, hear: Hear) {
  const { chain, proxy, folder } = stage;
  const data = await mkdtemp(join(folder, 'wallet-'));
  const path = pathToFileURL(join(root, 'wallet/src/wallet.ts')).href;
  const { openWallet }: Driven = await import(path);
  let onChange = () => {};
  /** What the wallet fails at next. */
  const broken: string[] = [];
  const open = () =>
    openWallet({
      ...{
        phrase: vectors.mnemonic,
        locale: 'en',
        dataFolder: data,
        moduleFolder: join(folder, 'module'),
      },
      ...{ allowMainnet: true, dialogLimit: false, isActive: () => true },
      onChange: () => onChange(),
      onModuleCall(method, params) {
        hear(method, (params ?? {}) as Record<string, unknown>);
        const at = broken.indexOf(method);
        if (at >= 0) broken.splice(at, 1);
        return async () => {
          if (at >= 0) throw new Error('The wallet fails.');
        };
      },
    });
  const endow = async () => {
    for (const address of addresses) await fund(chain.url, address, 50n * ONE);
    await askChain(chain.url, 'devnet_createBlock');
  };
  await askChain(chain.url, 'devnet_restart');
  calmProxy(stage);
  await endow();
  let wallet = await open();
  const caller = { onApproval() {}, gone: new AbortController().signal };
  const connect = (origin: string) =>
    wallet.request(origin, { method: 'wallet_requestModules', params: { [moduleId]: {} } }, caller);

  return {
    ...{ chain, proxy, broken, endow, connect },
    get wallet() {
      return wallet;
    },
    listen(listener: () => void) {
      onChange = listener;
    },
    ask: (origin: string, method: string, params?: unknown): Promise<Reply> =>
      wallet.request(
        origin,
        {
          method: 'wallet_invokeModule',
          params: { moduleId, request: { method, ...(params !== undefined && { params }) } },
        },
        caller,
      ),
    approvals: (): Approval[] => wallet.snapshot().approvals,
    page: () => wallet.snapshot().page,
    status: () => wallet.snapshot().module?.status,
    /** Ends the module as the wallet does with one that is idle, whatever it is at. */
    endModule: () => wallet.controllers.snaps.stopSnap(moduleId),
    tick: (method = 'trackTransactions') =>
      wallet.controllers.snaps.handleRequest({
        ...{ snapId: moduleId, origin: 'metamask', handler: 'onCronjob' },
        request: { jsonrpc: '2.0', method },
      }),
    async restart() {
      await wallet.close();
      wallet = await open();
    },
    stateText: () => readFile(join(data, 'state.json'), 'utf8'),
    // What a wallet that is closed still writes goes with the stage.
    close: () => wallet.close(),
  };
}
