import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { defaultPlans } from './meter/plans';
import type { Rule } from './meter/rules';

/** A further chain: its nodes, first choice first, and their WebSocket URLs where they differ. */
export type Network = { chainId: bigint; eth: readonly string[]; ethSocket: readonly string[] };

/** Every limit and its default. Bytes, milliseconds, counts. */
const defaultLimits = {
  bodyBytes: 1024 * 1024,
  /** Per file added to IPFS. */
  fileBytes: 1024 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headerMs: 10_000,
  bodyMs: 20_000,
  idleMs: 125_000,
  /** Any request except IPFS, from its headers to the last byte of its response. */
  requestMs: 120_000,
  connections: 10_000,
  /** Requests a second without a known key, of one address. */
  strangersPerSecond: 100,
  /** Open WebSockets per key. */
  socketsPerKey: 2_000,
  /** Per response of a node; larger ones are rejected. */
  replyBytes: 16 * 1024 * 1024,
  /** All responses to the calls of one request. */
  batchBytes: 32 * 1024 * 1024,
  /** In flight over one connection, for one key, and in this process. */
  connectionBytes: 64 * 1024 * 1024,
  keyBytes: 128 * 1024 * 1024,
  processBytes: 256 * 1024 * 1024,
  /** IPFS blocks of one key; each counts as at least 4 KiB. */
  ipfsBytes: 10 * 1024 * 1024 * 1024,
  ipfsBlocks: 200_000,
  /** How long a block that its key has not pinned is kept; longer than an upload may take. */
  unpinnedMs: 7_200_000,
  /** Calls in flight to the nodes that may take long, of all keys; each node has 64 connections. */
  slowCalls: 48,
  /** Between two looks at the heads of several nodes, while calls come. */
  pollMs: 2_000,
  /** Memory for blocks, receipts and transactions that are final. */
  cacheBytes: 64 * 1024 * 1024,
  /** Time for a node's response, including failover. */
  upstreamMs: 20_000,
  /** From SIGTERM, while `/readyz` says 503 and all else is served: a balancer's time to notice. */
  drainMs: 0,
  /** Time for requests that a proxy has sent on a connection before it heard that it closes. */
  lastRequestsMs: 1_500,
  /** Time that stopping waits for running requests. */
  stopMs: 10_000,
};

export type Limits = typeof defaultLimits;
export const limitNames = Object.keys(defaultLimits) as (keyof Limits)[];

/** Name of a JSON-RPC method. */
export const methodForm = /^[a-z]\w*_\w+$/i;

const none: readonly string[] = [];

/** Every option that has a default, with it. */
const defaults = {
  /** 0: any free port. */
  port: 0,
  /** Address to listen on. */
  host: '127.0.0.1',
  /** The place of the operator's paths: health and metrics. Port 0: any free one. */
  operations: { host: '127.0.0.1', port: 0 },
  /** Ethereum nodes of one chain, first choice first; if empty, a development node is started. */
  eth: none,
  /** WebSocket URLs of these nodes, if they differ from `eth` by more than the scheme. */
  ethSocket: none,
  /** Chains besides that of `eth`. */
  networks: [] as readonly Network[],
  /** JSON-RPC methods allowed in addition to those open to every key (upstream/methods.ts). */
  methods: none,
  plans: defaultPlans,
  /** Credits by method, gas call or subscription, where they differ from the specification's. */
  prices: {} as Readonly<Record<string, number>>,
  /** Further limits of who may call what. */
  rules: [] as readonly Rule[],
  /** Chain names by decimal chain id, for the list of chains. */
  chains: {} as Readonly<Record<string, string>>,
  /** Host names that the service accepts in addition to loopback. */
  hostNames: none,
  /** Origins of pages that may call, besides sandboxed ("null") and loopback ones; "*": all. */
  origins: none,
  logLevel: 'info',
  /** Header in which a balancer in front names a caller's address, such as `x-real-ip`. */
  addressHeader: undefined as string | undefined,
  /** Whether log lines hold the caller's address. */
  logCallers: false,
  limits: defaultLimits,
  /** Unix milliseconds. */
  clock: Date.now,
};

export type ServiceOptions = typeof defaults & {
  /** Folder for keys, balances and IPFS blocks. */
  data: string;
  /** API of a Kubo node; if absent, blocks are stored on disk. */
  ipfs?: string;
  /** `redis://…`; if absent, data is stored on disk. */
  store?: string;
  /** Gets each line of the log; standard error if absent. */
  log?: { write: (line: string) => void };
};

/** The user's data folder. */
const defaultData = (): string => {
  const base = process.env.XDG_DATA_HOME;
  return join(base && isAbsolute(base) ? base : join(homedir(), '.local/share'), 'xnet-service');
};

export const completeOptions = (
  options: Partial<Omit<ServiceOptions, 'limits'>> & { limits?: Partial<Limits> },
): ServiceOptions => ({
  ...defaults,
  data: defaultData(),
  ...options,
  plans: { ...defaultPlans, ...options.plans },
  limits: { ...defaultLimits, ...options.limits },
});
