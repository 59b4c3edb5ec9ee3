import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { LimitStyle } from './credits/limitBody';

export type ServiceOptions = {
  /** 0: any free port. */
  port: number;
  /** Address to listen on. */
  host: string;
  /** Folder of keys, balances and IPFS blocks. */
  data: string;
  /** Ethereum nodes of one chain, the first choice first; none: a development node is started. */
  eth: readonly string[];
  /** Their WebSocket addresses, where they are not those of `eth` with another scheme. */
  ethSocket: readonly string[];
  /** JSON-RPC methods that may be called beside those that everybody may (credits/costs.ts). */
  methods: readonly string[];
  /** A Kubo node's API; absent: blocks on disk. */
  ipfs?: string;
  /** `redis://…`; absent: on disk. */
  store?: string;
  limitStyle: LimitStyle;
  /** Processes that answer on the port; 1: this one alone. */
  workers: number;
  /** Names of chains by their decimal id, for the list of chains. */
  chains: Readonly<Record<string, string>>;
  /** Host names under which the service may be called, beside loopback. */
  hostNames: readonly string[];
  /** Origins of pages that may call it, beside sandboxed ("null") and loopback ones; "*": all. */
  origins: readonly string[];
  logLevel: string;
  /** Gets each line of the log; standard error if absent. */
  log?: { write: (line: string) => void };
  limits: Limits;
  /** Unix milliseconds. */
  clock: () => number;
};

/** Bytes, milliseconds, numbers. */
export type Limits = {
  bodyBytes: number;
  /** Of one file that is added to IPFS. */
  fileBytes: number;
  headerBytes: number;
  headerMs: number;
  bodyMs: number;
  idleMs: number;
  /** Of any request but those of IPFS, from its headers to the last byte of its reply. */
  requestMs: number;
  connections: number;
  /** WebSockets that are open with one key. */
  socketsPerKey: number;
  /** Of a reply of the node; larger ones are not given out. */
  replyBytes: number;
  /** Of the replies to all calls of a request. */
  batchBytes: number;
  /** That are on their way over one connection, for one key, and in this process. */
  connectionBytes: number;
  keyBytes: number;
  processBytes: number;
  /** Of a key's IPFS blocks, each of which counts as 4 KiB at least. */
  ipfsBytes: number;
  ipfsBlocks: number;
  /** How long a block stays that no pin of its key holds; longer than an upload may take. */
  unpinnedMs: number;
  /** Of one key, on their way to the nodes at once; each node has 64 connections. */
  callsPerKey: number;
  /** Until a node has answered, failover included. */
  upstreamMs: number;
  /** How long the end waits for what runs. */
  stopMs: number;
};

const defaultLimits: Limits = {
  bodyBytes: 1024 * 1024,
  fileBytes: 1024 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headerMs: 10_000,
  bodyMs: 20_000,
  idleMs: 65_000,
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
  callsPerKey: 32,
  upstreamMs: 20_000,
  stopMs: 10_000,
};

/** Where nothing is said: the user's data folder. */
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
  methods: [],
  limitStyle: 'current',
  workers: 1,
  chains: {},
  hostNames: [],
  origins: [],
  logLevel: 'info',
  clock: Date.now,
  ...options,
  limits: { ...defaultLimits, ...options.limits },
});
