import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type Chains, createChains } from './doors/chains';
import type { Context } from './doors/context';
import { gasRoutes } from './doors/gas/routes';
import { ipfsRoutes } from './doors/ipfs';
import { openApiRoute } from './doors/openApi';
import { createLineLimit } from './doors/operations/lineLimit';
import { createMetrics, type Metrics } from './doors/operations/metrics';
import { partsLog } from './doors/operations/partsLog';
import { operationsRoutes } from './doors/operations/routes';
import { createAnswer } from './doors/rpc/answer';
import { rpcRoutes } from './doors/rpc/routes';
import { createLog, createServer, type Server } from './doors/server';
import { createStrangers } from './doors/strangers';
import { webSocketRoutes } from './doors/webSocket/routes';
import { kinds } from './errors';
import { createMemoryBudgets } from './memoryBudget';
import { makeKey, type NewKey } from './meter/apiKey';
import { createAuthorize } from './meter/authorize';
import { createPrices } from './meter/costs';
import { createKeyCount } from './meter/keyCount';
import { createMeter } from './meter/meter';
import { completeOptions, type Network, type ServiceOptions } from './options';
import type { ApiKey } from './stores/apiKey';
import { measureStore } from './stores/measureStore';
import { openStore } from './stores/openStore';
import type { Store } from './stores/store';
import { startAnvil } from './upstream/anvil';
import type { Asked } from './upstream/asking';
import { connectEthereum } from './upstream/ethereum';
import { openBlocks } from './upstream/ipfs/blocks';
import { embeddedIpfs } from './upstream/ipfs/embedded';
import type { Ipfs } from './upstream/ipfs/ipfs';
import { kuboIpfs } from './upstream/ipfs/kubo';
import { openQuota } from './upstream/ipfs/quota';

export type Service = {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  url: string;
  /** That of the operator's paths: health and metrics. */
  operationsUrl: string;
  /** URL of the first Ethereum node; that of the development node if none was given. */
  ethUrl: string;
  createKey: (options?: NewKey) => Promise<{ apiKey: ApiKey; secret: string | null }>;
  /** Refuses new requests, finishes running ones, and ends everything that was started. */
  stop: () => Promise<void>;
};

type Closing = () => Promise<unknown>;

/** Closes in reverse order, and all of them even if one throws. @throws the first error */
const closeAll = async (closing: Closing[]): Promise<void> => {
  let failure: Error | undefined;
  for (const close of closing.splice(0).reverse()) {
    await close().catch((error: Error) => {
      failure ??= error;
    });
  }
  if (failure !== undefined) throw failure;
};

const openIpfs = async (
  { data, ipfs, limits, clock }: ServiceOptions,
  store: Store,
): Promise<Ipfs> => {
  if (ipfs !== undefined) return kuboIpfs({ url: ipfs, store, limits, clock });
  const blocks = await openBlocks(join(data, 'blocks'));
  const quota = openQuota({ folder: data, blocks, store, limits, clock });
  // This process owns the folder now. If sweeping fails, leftovers only take space.
  await blocks.sweep().catch(() => undefined);
  return embeddedIpfs(blocks, store, quota);
};

const addRoutes = async (http: Server, context: Context): Promise<void> => {
  const { server } = http;
  await openApiRoute(server);
  gasRoutes(server, context);
  rpcRoutes(http, context);
  webSocketRoutes(http, context);
  await ipfsRoutes(server, context);
};

/** Connections to the operator's paths: places that callers cannot take. */
const operatorPlaces = 64;

type Nodes = Omit<Network, 'chainId'> & { chainId?: bigint };

/** The operator's nodes of each chain, or a development node that is started. */
const nodesOf = async (
  { eth, ethSocket, networks }: ServiceOptions,
  log: FastifyBaseLogger,
  closing: Closing[],
): Promise<readonly Nodes[]> => {
  if (eth.length > 0) return [{ eth, ethSocket }, ...networks];
  if (networks.length > 0) return networks;
  log.warn('no --eth: a development chain (31337) of its own, whose money is worth nothing');
  const anvil = await startAnvil();
  closing.push(anvil.stop);
  return [{ eth: [anvil.url], ethSocket: [] }];
};

/** The caller's own errors, which no node could avoid. */
const callers: readonly string[] = ['ok', 'revert', 'caller', 'known'];

const openChains = async (
  nodes: readonly Nodes[],
  { limits, clock }: ServiceOptions,
  { metrics, log }: { metrics: Metrics; log: FastifyBaseLogger },
  closing: Closing[],
): Promise<Chains> => {
  // Callers decide how many calls fail, and under how many methods.
  const limit = createLineLimit((calls) => log.info({ calls }, 'nodes failed further calls'));
  closing.push(async () => limit.close());
  const onAsked = (attempt: Asked): void => {
    metrics.observeNode(attempt);
    const { chain, node, outcome, ms } = attempt;
    if (callers.includes(outcome) || !limit.admits(`${chain} ${node} ${outcome}`)) return;
    log.info({ ...attempt, ms: Math.round(ms) }, 'a node failed a call');
  };
  const ethereums: Parameters<typeof createChains>[0][number][] = [];
  for (const { eth: urls, ethSocket: socketUrls, ...chainOptions } of nodes) {
    const ethereum = await connectEthereum({
      ...limits,
      ...chainOptions,
      urls,
      socketUrls,
      deadlineMs: limits.upstreamMs,
      clock,
      onAsked,
      onLooked: metrics.countLookup,
      events: partsLog(log),
    });
    closing.push(ethereum.close);
    ethereums.push({ ethereum, ...chainOptions });
  }
  return createChains(ethereums, limits);
};

const urlOf = (
  { server }: FastifyInstance,
  options: Pick<ServiceOptions, 'host' | 'port'>,
): string => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return `http://${host}:${port}`;
};

const open = async (options: ServiceOptions, closing: Closing[]): Promise<Service> => {
  const { clock, limits } = options;
  const metrics = createMetrics();
  const log = createLog(options);
  const events = partsLog(log);
  const store = measureStore(await openStore(options, events), metrics.observeStore);
  closing.push(store.close);
  const nodes = await nodesOf(options, log, closing);
  const chains = await openChains(nodes, options, { metrics, log }, closing);
  const ipfs = await openIpfs(options, store);
  closing.push(ipfs.close);
  const prices = createPrices(options.prices);
  const meter = createMeter({ store, plans: options.plans, clock, onSpent: metrics.countCredits });
  const answerCalls = createAnswer({
    meter,
    prices,
    methods: options.methods,
    onCall: metrics.countCall,
    onError: (error) => {
      metrics.countRefusal(error.kind);
      // The request's line tells what the caller did.
      const level = kinds[error.kind].status >= 500 ? 'info' : 'debug';
      log[level]({ kind: error.kind, cause: error.cause }, 'a call was refused or failed');
    },
  });
  const authorize = createAuthorize(store, clock);
  const context: Context = {
    options,
    store,
    meter,
    prices,
    chains,
    answerCalls,
    ipfs,
    metrics,
    log,
    authorize,
    budgets: createMemoryBudgets(limits),
    socketCount: createKeyCount(limits.socketsPerKey),
  };
  const admits = createStrangers(authorize, { perSecond: limits.strangersPerSecond, clock });
  const http = createServer(options, { metrics, log, admits, places: limits.connections });
  await addRoutes(http, context);
  // Nobody in front of it needs time to notice.
  const soon = { ...options, limits: { ...limits, drainMs: 0, lastRequestsMs: 0 } };
  const operations = createServer(soon, {
    metrics,
    log,
    admits: () => true,
    places: operatorPlaces,
  });
  operationsRoutes(operations.server, context, http.isStopping);
  closing.push(operations.stop, http.stop);
  await operations.server.listen(options.operations);
  await http.server.listen({ port: options.port, host: options.host });
  return {
    url: urlOf(http.server, options),
    operationsUrl: urlOf(operations.server, options.operations),
    ethUrl: nodes[0]?.eth[0] ?? '',
    createKey: async (key = {}) => {
      const newKey = makeKey(key, clock());
      await store.putKey(newKey.apiKey);
      return newKey;
    },
    stop: () => closeAll(closing),
  };
};

/** Starts the service. Defaults are in options.ts, except the port: any free one. */
export const startService = async (
  options: Parameters<typeof completeOptions>[0],
): Promise<Service> => {
  const closing: Closing[] = [];
  try {
    return await open(completeOptions(options), closing);
  } catch (error) {
    await closeAll(closing).catch(() => undefined);
    throw error;
  }
};
