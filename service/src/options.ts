import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { defaultPlans, type Plans } from './meter/plans';
import type { Rule } from './meter/rules';

/** `current`: codes 402 and 429 with an event. `legacy`: 429 and -32005 for both, with data. */
export type LimitStyle = 'current' | 'legacy';

/** A further chain: its nodes, first choice first, and their WebSocket URLs where they differ. */
export type Network = { chainId: bigint; eth: readonly string[]; ethSocket: readonly string[] };

export type ServiceOptions = {
  /** 0: any free port. */
  port: number;
  /** Address to listen on. */
  host: string;
  /** Folder for keys, balances and IPFS blocks. */
  data: string;
  /** Ethereum nodes of one chain, first choice first; if empty, a development node is started. */
  eth: readonly string[];
  /** WebSocket URLs of these nodes, if they differ from `eth` by more than the scheme. */
  ethSocket: readonly string[];
  /** Chains besides that of `eth`. */
  networks: readonly Network[];
  /** JSON-RPC methods allowed in addition to those open to every key (upstream/openMethods.ts). */
  methods: readonly string[];
  /** API of a Kubo node; if absent, blocks are stored on disk. */
  ipfs?: string;
  /** `redis://…`; if absent, data is stored on disk. */
  store?: string;
  limitStyle: LimitStyle;
  plans: Plans;
  /** Credits by method, gas call or subscription, where they differ from the specification's. */
  prices: Readonly<Record<string, number>>;
  /** Further limits of who may call what. */
  rules: readonly Rule[];
  /** Chain names by decimal chain id, for the list of chains. */
  chains: Readonly<Record<string, string>>;
  /** Host names that the service accepts in addition to loopback. */
  hostNames: readonly string[];
  /** Origins of pages that may call, besides sandboxed ("null") and loopback ones; "*": all. */
  origins: readonly string[];
  logLevel: string;
  /** Whether log lines hold the caller's address. */
  logCallers: boolean;
  /** Gets each line of the log; standard error if absent. */
  log?: { write: (line: string) => void };
  limits: Limits;
  /** Unix milliseconds. */
  clock: () => number;
};

/** Bytes, milliseconds, counts. */
export type Limits = {
  bodyBytes: number;
  /** Per file added to IPFS. */
  fileBytes: number;
  headerBytes: number;
  headerMs: number;
  bodyMs: number;
  idleMs: number;
  /** Any request except IPFS, from its headers to the last byte of its response. */
  requestMs: number;
  connections: number;
  /** Open WebSockets per key. */
  socketsPerKey: number;
  /** Per response of a node; larger ones are rejected. */
  replyBytes: number;
  /** All responses to the calls of one request. */
  batchBytes: number;
  /** In flight over one connection, for one key, and in this process. */
  connectionBytes: number;
  keyBytes: number;
  processBytes: number;
  /** IPFS blocks of one key; each counts as at least 4 KiB. */
  ipfsBytes: number;
  ipfsBlocks: number;
  /** How long a block that its key has not pinned is kept; longer than an upload may take. */
  unpinnedMs: number;
  /** Calls in flight to the nodes that may take long, of all keys; each node has 64 connections. */
  slowCalls: number;
  /** Between two looks at the heads of several nodes, while calls come. */
  pollMs: number;
  /** Memory for blocks, receipts and transactions that are final. */
  cacheBytes: number;
  /** Time for a node's response, including failover. */
  upstreamMs: number;
  /** From SIGTERM, while `/readyz` says 503 and all else is served: a balancer's time to notice. */
  drainMs: number;
  /** Time for requests that a proxy has sent on a connection before it heard that it closes. */
  lastRequestsMs: number;
  /** Time that stopping waits for running requests. */
  stopMs: number;
};

const defaultLimits: Limits = {
  bodyBytes: 1024 * 1024,
  fileBytes: 1024 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headerMs: 10_000,
  bodyMs: 20_000,
  idleMs: 125_000,
  requestMs: 120_000,
  connections: 10_000,
  socketsPerKey: 2_000,
  replyBytes: 16 * 1024 * 1024,
  batchBytes: 32 * 1024 * 1024,
  connectionBytes: 64 * 1024 * 1024,
  keyBytes: 128 * 1024 * 1024,
  processBytes: 256 * 1024 * 1024,
  ipfsBytes: 10 * 1024 * 1024 * 1024,
  ipfsBlocks: 200_000,
  unpinnedMs: 7_200_000,
  slowCalls: 48,
  pollMs: 2_000,
  cacheBytes: 64 * 1024 * 1024,
  upstreamMs: 20_000,
  drainMs: 0,
  lastRequestsMs: 1_500,
  stopMs: 10_000,
};

export const limitNames = Object.keys(defaultLimits) as (keyof Limits)[];

/** The user's data folder. */
const defaultData = (): string => {
  const base = process.env.XDG_DATA_HOME;
  return join(base && isAbsolute(base) ? base : join(homedir(), '.local/share'), 'xnet-service');
};

export const completeOptions = (
  options: Partial<Omit<ServiceOptions, 'limits'>> & { limits?: Partial<Limits> },
): ServiceOptions => ({
  port: 0,
  host: '127.0.0.1',
  data: defaultData(),
  eth: [],
  ethSocket: [],
  networks: [],
  methods: [],
  limitStyle: 'current',
  prices: {},
  rules: [],
  chains: {},
  hostNames: [],
  origins: [],
  logLevel: 'info',
  logCallers: false,
  clock: Date.now,
  ...options,
  plans: { ...defaultPlans, ...options.plans },
  limits: { ...defaultLimits, ...options.limits },
});
