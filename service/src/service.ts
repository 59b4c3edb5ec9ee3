import { join } from 'node:path';
import type { Context } from './context';
import { createMeter } from './credits/meter';
import { fail } from './errors';
import { keepBaseFees } from './gas/baseFees';
import { openBlocks } from './ipfs/blocks';
import { embeddedIpfs } from './ipfs/embedded';
import type { Ipfs } from './ipfs/ipfs';
import { kuboIpfs } from './ipfs/kubo';
import { openQuota } from './ipfs/quota';
import { type ApiKey, makeKey, type NewKey } from './keys/apiKey';
import { createAuthorize } from './keys/authorize';
import { createMetrics } from './operations/metrics';
import { partsLog } from './operations/partsLog';
import { completeOptions, type ServiceOptions } from './options';
import { createRooms } from './room';
import { failureRoutes } from './routes/failures';
import { gasRoutes } from './routes/gas';
import { ipfsRoutes } from './routes/ipfs';
import { openApiRoute } from './routes/openApi';
import { operationsRoutes } from './routes/operations';
import { passOnRoutes } from './routes/passOn';
import { rpcRoutes } from './routes/rpc';
import { webSocketRoutes } from './routes/webSocket';
import { createAnswer } from './rpc/answer';
import { createServer, type Server } from './server';
import { createSocketCounts, type SocketCount } from './socketCount';
import { openStore } from './stores/openStore';
import type { Store } from './stores/store';
import { startAnvil } from './upstream/anvil';
import { connectEthereum } from './upstream/ethereum';
import { createShare } from './upstream/shares';

export type Service = {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  url: string;
  /** URL of the Ethereum node; that of the development node if none was given. */
  ethUrl: string;
  createKey: (options?: NewKey) => Promise<{ apiKey: ApiKey; secret: string | null }>;
  /** Metrics of this process. */
  metrics: () => Promise<unknown>;
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

/** What differs in one of several processes of a service (workers/). */
export type Part = {
  /** Path of a socket to listen on instead of the port. */
  listenAt?: string;
  /** Where the first process listens, which serves everything that this one does not. */
  firstAt?: string;
  wrapStore?: (store: Store) => Store;
  socketCount?: SocketCount;
  /** Metrics of the other processes, to be added to this one's. */
  otherMetrics?: () => Promise<unknown[]>;
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

/** The first process owns the blocks. */
const elsewhere: Ipfs = {
  commands: [],
  run: async () => fail('notFound'),
  check: async () => undefined,
  close: async () => undefined,
};

const addRoutes = async (http: Server, context: Context, part: Part): Promise<void> => {
  const { server } = http;
  const { firstAt, otherMetrics } = part;
  failureRoutes(server, context);
  if (firstAt === undefined) openApiRoute(server);
  gasRoutes(server, context);
  rpcRoutes(http, context);
  webSocketRoutes(server, context);
  if (firstAt !== undefined) {
    return passOnRoutes(server, firstAt, context.options.limits.fileBytes);
  }
  operationsRoutes(server, context, otherMetrics);
  await ipfsRoutes(server, context);
};

const open = async (options: ServiceOptions, closing: Closing[], part: Part): Promise<Service> => {
  const { clock, limits, limitStyle } = options;
  const metrics = createMetrics();
  const http = createServer(options, metrics);
  const { server, connections } = http;
  const events = partsLog(server.log);
  const own = await openStore(options, events);
  closing.push(own.close);
  const store = part.wrapStore?.(own) ?? own;
  let urls = options.eth;
  if (urls.length === 0) {
    const anvil = await startAnvil();
    closing.push(anvil.stop);
    urls = [anvil.url];
  }
  const ethereum = await connectEthereum({
    ...{ urls, socketUrls: options.ethSocket, deadlineMs: limits.upstreamMs, clock },
    replyBytes: limits.replyBytes,
    onAsked: metrics.countUpstream,
    events,
  });
  closing.push(ethereum.close);
  const ipfs = part.firstAt === undefined ? await openIpfs(options, store) : elsewhere;
  closing.push(ipfs.close);
  const meter = createMeter({ store, clock, onSpent: (credits) => metrics.credits.inc(credits) });
  const answerCalls = createAnswer({
    ...{ meter, limitStyle, methods: options.methods },
    onError: (error) =>
      server.log.info({ kind: error.kind, cause: error.cause }, 'a call was refused or failed'),
  });
  await addRoutes(
    http,
    {
      ...{ options, store, meter, ethereum, answerCalls, ipfs, metrics },
      authorize: createAuthorize(store),
      rooms: createRooms(limits),
      socketCount: part.socketCount ?? createSocketCounts(limits.socketsPerKey)(),
      share: createShare({ atOnce: limits.callsPerKey, waitMs: limits.upstreamMs }),
      baseFees: keepBaseFees(ethereum),
    },
    part,
  );
  closing.push(async () => {
    const force = setTimeout(connections.endAll, limits.stopMs);
    await server.close();
    clearTimeout(force);
  });
  await server.listen(
    part.listenAt === undefined
      ? { port: options.port, host: options.host }
      : // Callers reach the workers, which may find their port taken.
        { path: part.listenAt, listenTextResolver: () => 'Starting the processes that answer' },
  );
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}`,
    ethUrl: urls[0] ?? '',
    metrics: () => metrics.registry.getMetricsAsJSON(),
    createKey: async (key = {}) => {
      const made = makeKey(key, clock());
      await store.putKey(made.apiKey);
      return made;
    },
    stop: () => closeAll(closing),
  };
};

/** Starts the service. Defaults are in options.ts, except the port: any free one. */
export const startService = async (
  given: Parameters<typeof completeOptions>[0],
  part: Part = {},
): Promise<Service> => {
  const closing: Closing[] = [];
  try {
    return await open(completeOptions(given), closing, part);
  } catch (error) {
    await closeAll(closing).catch(() => undefined);
    throw error;
  }
};
