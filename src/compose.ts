import type { SnapsProvider } from '@metamask/snaps-sdk';
import { createEthereumNode } from '@xnet/clients/ethereum/ethereum';
import { createGasApi } from '@xnet/clients/gas/gasApi';
import { createIpfsCall } from '@xnet/clients/ipfs/ipfsCall';
import { createHttp, type Http } from '@xnet/clients/transport/http';
import { type Clock, startTimer } from '@xnet/clients/transport/policy';
import { httpRpc } from '@xnet/clients/transport/rpcTransport';
import { createStreams } from '@xnet/clients/transport/stream';
import { createYield, nextTask } from './eventLoop';
import { createKeyCheck, createKeys, keysOfRequest } from './flow/accounts/keys';
import { createActs } from './flow/consent/acts';
import { createComputing } from './flow/consent/computing';
import { createSiteLimits } from './flow/consent/rateLimit';
import { createTurns, dialogsInTurn, type InTurn } from './flow/consent/turns';
import { createL1Fee } from './flow/l1/baseFee';
import { createLogos } from './flow/tokens/logos';
import { createLastCosts } from './flow/transactions/lastCosts';
import { recordTitle } from './flow/transactions/words/recordTitle';
import type { Module } from './module';
import { networkDefinitions } from './networks/networks';
import type { Explorer } from './remote/explorer/explorer';
import { createStarkscan, STARKSCAN_URL } from './remote/explorer/starkscan';
import { createVoyager, voyagerUrls } from './remote/explorer/voyager';
import { createPaymaster } from './remote/paymaster/paymaster';
import { avnuUrls, createPriceFeed } from './remote/prices/priceFeed';
import { defaultEndpoints } from './remote/starknet/defaults';
import { createStarknetNode, type StarknetNode } from './remote/starknet/node';
import { starknet_blockNumber } from './remote/starknet/starknet_blockNumber';
import type { ExplorerName } from './schema/explorer';
import { type ChainId, USER } from './schema/primitives';
import { KEYS_PATH } from './starknet/accounts/keys';
import type { DoSteps } from './starknet/effort';
import { blake2sSteps } from './starknet/hash/blake2s';
import { createPoseidonEngine } from './starknet/hash/poseidonWasm';
import { classHash, poseidonInTurns } from './starknet/transactions/classHash';
import { compiledClassHash } from './starknet/transactions/compiledClass';
import { migrations } from './state/migrations';
import { getHost, type OwnEndpoint } from './state/settings';
import { createState, type StateRepositories } from './state/state';
import { createStore, type Storage } from './state/store';
import { createDialogs } from './ui/dialogs';
import { createTexts } from './ui/text/texts';

export type Platform = {
  wallet: Pick<SnapsProvider, 'request'>;
  fetch: typeof globalThis.fetch;
  /** Unix milliseconds. */
  now: () => number;
  /** Origins of the companion site. */
  companions?: readonly string[];
  /** Endpoints that the build sets instead of the public ones. */
  endpoints?: Partial<Record<ChainId, readonly OwnEndpoint[]>>;
  /** Addresses of the explorers' APIs, instead of the public ones. */
  explorerUrls?: Partial<Record<ExplorerName, string>>;
  /** Address of the price source, instead of the public one. */
  priceUrl?: string;
  /** Address of the paymaster that is offered, instead of the public one. */
  paymasterUrl?: string;
  /** By default the runtime's timers. */
  setTimer?: Clock['setTimer'];
};

/** Builds the module from what the wallet provides. */
export function createModule(platform: Platform): Module {
  const { wallet, fetch, now, companions = [], setTimer = startTimer } = platform;
  const store = createStore(walletStorage(wallet), migrations);
  const state = createState(store, now);
  const clock = { fetch, now, setTimer };
  const http = createHttp(clock);
  const streams = createStreams(clock);
  const means = { platform, settings: state.settings, http, streams };
  const { gas, ipfs, ...services } = createServices(means);
  const turns = createTurns();
  const yieldToEventLoop = createYield(nextTask);
  const computing = createComputing(yieldToEventLoop);
  const computeForUser: DoSteps = (steps) => computing(USER, steps, () => undefined);
  const dialogs = createDialogs(wallet, userTexts(wallet, state.settings), setTimer);
  const requestDialogs = (inTurn: InTurn) => dialogsInTurn(dialogs, inTurn, now);
  const entropy = () =>
    wallet.request({
      method: 'snap_getBip32Entropy',
      params: { path: [...KEYS_PATH], curve: 'secp256k1' },
    });
  const keys = createKeys(entropy);
  const calls = walletCalls(wallet, now);

  return {
    ...state,
    ...createNodes(means),
    ...services,
    ...calls,
    ...packagedParts(wallet, computeForUser),
    gas,
    ipfs,
    priceFeed: createPriceFeed({ http, now, url: platform.priceUrl }),
    dialogs: requestDialogs((show) => turns.take(USER, show)),
    requestDialogs,
    pageDialogs: (place, makeWay) =>
      dialogsInTurn(dialogs.at(place), (show) => turns.take(USER, show, makeWay), now),
    makeWay: turns.makeWay,
    acts: createActs(now),
    limits: createSiteLimits(state.blocks, now, turns, computing),
    keys,
    hasKeys: createKeyCheck(keys, calls.isLocked),
    requestKeys: (compute) => keysOfRequest(entropy, compute),
    yieldToEventLoop,
    compute: computeForUser,
    lastCosts: createLastCosts(),
    l1Fee: createL1Fee({ gas, now, setTimer }),
    logos: createLogos({ ipfs, now, setTimer }),
    inTurn: store.inTurn,
    companions,
    isTrusted: (origin) => origin === USER || companions.includes(origin),
    now,
    titleOf: (record) => recordTitle(state, record),
  };
}

type Means = {
  readonly platform: Platform;
  readonly settings: StateRepositories['settings'];
  readonly http: Http;
  readonly streams: ReturnType<typeof createStreams>;
};

/**
 * The build's endpoints, or the public nodes if it sets none at all. A build for a local chain must
 * not query public nodes about the other network, nor wait for them.
 */
function builtIn({ endpoints = {} }: Platform, chainId: ChainId): readonly OwnEndpoint[] {
  const isNamed = Object.values(endpoints).some(
    (endpointsOfNetwork) => endpointsOfNetwork.length > 0,
  );
  if (isNamed) return endpoints[chainId] ?? [];
  return defaultEndpoints[chainId];
}

function findLocalChain(platform: Platform, chainId: ChainId): string | undefined {
  const [first] = builtIn(platform, chainId);
  const url = first && new URL(first.url);
  if (url?.protocol === 'http:') return url.host;
  return undefined;
}

function createNodes({
  platform,
  settings,
  http,
}: Means): Pick<Module, 'node' | 'localChain' | 'checkEndpoint'> {
  const nodes = new Map<string, StarknetNode>();
  return {
    async node(chainId) {
      const ownEndpoints = await settings.nodes.of(chainId);
      const endpoints = ownEndpoints?.length ? ownEndpoints : builtIn(platform, chainId);
      const name = JSON.stringify([chainId, endpoints]);
      const node = nodes.get(name) ?? createStarknetNode({ http, endpoints, chainId });
      nodes.set(name, node);
      return node;
    },
    localChain: (chainId) => findLocalChain(platform, chainId),
    async checkEndpoint(chainId, endpoint) {
      const node = createStarknetNode({ http, endpoints: [endpoint], chainId });
      await node.read(starknet_blockNumber());
    },
  };
}

type ServiceNames =
  | 'publicHosts'
  | 'explorer'
  | 'paymaster'
  | 'publicPaymaster'
  | 'ethereum'
  | 'gas'
  | 'ipfs';

/** The services that the user sets, beside the nodes. */
function createServices({ platform, settings, http, streams }: Means): Pick<Module, ServiceNames> {
  const { now, explorerUrls = {}, priceUrl, paymasterUrl } = platform;
  return {
    publicHosts: (chainId) => ({
      nodes: [...new Set(builtIn(platform, chainId).map(getHost))],
      explorers: {
        voyager: getHost({ url: explorerUrls.voyager ?? voyagerUrls[chainId] }),
        starkscan: getHost({ url: explorerUrls.starkscan ?? STARKSCAN_URL }),
      },
      prices: getHost({ url: priceUrl ?? avnuUrls[chainId] }),
    }),
    async explorer(chainId, choice): Promise<Explorer | undefined> {
      const chosen = choice ?? (await settings.explorers.of(chainId));
      if (!chosen) return undefined;
      const { name, key } = chosen;
      const url = explorerUrls[name];
      const options = { http, chainId, key, ...(url !== undefined && { url }) };
      if (name === 'voyager') return createVoyager(options);
      return createStarkscan(options);
    },
    async paymaster(chainId, choice) {
      const chosen = choice ?? (await settings.paymasters.of(chainId));
      return chosen && createPaymaster({ http, ...chosen });
    },
    publicPaymaster(chainId) {
      if (paymasterUrl !== undefined) return { url: paymasterUrl };
      if (findLocalChain(platform, chainId) !== undefined) return undefined;
      return { url: networkDefinitions[chainId].paymaster };
    },
    async ethereum(chainId, choice) {
      const chosen = choice ?? (await settings.services.of(`ethereum.${chainId}`));
      return chosen && createEthereumNode(httpRpc({ http, endpoints: [{ url: chosen.url }], now }));
    },
    async gas(choice) {
      const { url, key = '', secret } = choice ?? (await settings.services.of('gas')) ?? {};
      if (url === undefined) return undefined;
      return createGasApi({ http, url, key: { key, ...(secret !== undefined && { secret }) } });
    },
    async ipfs(choice) {
      const { url, key, secret = '' } = choice ?? (await settings.services.of('ipfs')) ?? {};
      if (url === undefined) return undefined;
      const headers = key !== undefined && { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
      const endpoint = { url: url.replace(/\/+$/u, ''), ...(headers && { headers }) };
      return { call: createIpfsCall({ streams, endpoints: [endpoint] }) };
    },
  };
}

/** Functions that only the wallet can provide. */
const walletCalls = (
  wallet: Platform['wallet'],
  now: () => number,
): Pick<Module, 'wakePage' | 'wakeTracker' | 'isLocked' | 'preferences'> => ({
  wakePage: (id, afterSeconds = 1, method = 'refreshHome') =>
    wallet
      .request({
        method: 'snap_scheduleBackgroundEvent',
        params: {
          duration: `PT${afterSeconds}S`,
          request: { method, params: { id } },
        },
      })
      .then(
        () => true,
        () => false,
      ),
  wakeTracker: (afterSeconds) =>
    // The hourly job tracks, too, so an event that the wallet has lost delays and loses nothing.
    schedulePoll(wallet, now(), afterSeconds).catch(() => undefined),
  isLocked: async () => (await wallet.request({ method: 'snap_getClientStatus' })).locked,
  async preferences() {
    const { locale, currency } = await wallet.request({ method: 'snap_getPreferences' });
    return { locale, currency };
  },
});

/** Reader of files of the module's package. */
function packagedParts(
  wallet: Platform['wallet'],
  computeForUser: DoSteps,
): Pick<Module, 'hashClass' | 'hashCompiledClass' | 'hints' | 'openrpc'> {
  const poseidon = createPoseidonEngine(() => packagedFile(wallet, 'poseidon.wasm'));
  let hints: ReturnType<Module['hints']> | undefined;
  return {
    hashClass: (contractClass, compute = computeForUser) =>
      classHash(contractClass, poseidon, compute),
    hashCompiledClass: (compiled, hashKind, compute = computeForUser) =>
      compiledClassHash(compiled, (felts) => {
        if (hashKind === 'blake2s') return compute(blake2sSteps(felts));
        return poseidonInTurns(felts, poseidon, compute);
      }),
    hints: () => {
      hints ??= packagedFile(wallet, 'hints.json').then(JSON.parse);
      return hints.catch(() => {
        hints = undefined;
        return {};
      });
    },
    openrpc: async () => JSON.parse(await packagedFile(wallet, 'openrpc.json')),
  };
}

const userTexts = (wallet: Platform['wallet'], settings: Means['settings']) =>
  createTexts({
    readText: (name) => packagedFile(wallet, name),
    async language() {
      const chosen = await settings.language.chosen();
      if (chosen !== 'wallet') return chosen;
      return (await wallet.request({ method: 'snap_getPreferences' })).locale;
    },
  });

const walletStorage = (wallet: Platform['wallet']): Storage => ({
  get: (key, secrecy) =>
    wallet.request({ method: 'snap_getState', params: { key, encrypted: secrecy === 'secret' } }),
  async set(key, value, secrecy) {
    await wallet.request({
      method: 'snap_setState',
      // Every stored value has passed a struct of JSON values.
      params: { key, value: value as never, encrypted: secrecy === 'secret' },
    });
  },
});

/** Schedules the tracker, unless a run is already scheduled no later than this one. */
async function schedulePoll(wallet: Platform['wallet'], now: number, afterSeconds: number) {
  const method = 'trackTransactions';
  const waiting = await wallet.request({ method: 'snap_getBackgroundEvents' });
  const isLater = (date: string) => Date.parse(date) > now + afterSeconds * 1000;
  if (waiting.some(({ request, date }) => request.method === method && !isLater(date))) return;
  await wallet.request({
    method: 'snap_scheduleBackgroundEvent',
    params: { duration: `PT${afterSeconds}S`, request: { method } },
  });
}

/**
 * A file of the module's own package, one character per byte: its texts are ASCII. Wallets keep
 * files in base64, so this encoding adds no size.
 */
const packagedFile = async (wallet: Platform['wallet'], name: string): Promise<string> =>
  atob(await wallet.request({ method: 'snap_getFile', params: { path: `./static/${name}` } }));
