import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { parseArgs } from 'node:util';
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

const readChains = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(',').map((pair) => {
      const [, id, name] = /^(\d+)=(.+)$/.exec(pair.trim()) ?? [];
      if (id === undefined || name === undefined) throw new Error(`--chains: "${pair}"`);
      return [id, name];
    }),
  );

const readPort = (text: string): number => {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port: "${text}"`);
  return port;
};

const readLimitStyle = (text: string): LimitStyle => {
  if (text !== 'current' && text !== 'legacy') throw new Error(`--limit-style: "${text}"`);
  return text;
};

/** Without what is not given. */
export const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

export const readCount = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`--${name}: "${text}"`);
  return count;
};

const readMethod = (text: string): string => {
  if (!/^[a-z]\w*_\w+$/i.test(text)) throw new Error(`--method: "${text}"`);
  return text;
};

/** @throws an Error that names the option */
export const readOptions = (args: readonly string[]): ServiceOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '8545' },
      host: { type: 'string' },
      data: { type: 'string' },
      eth: { type: 'string', multiple: true },
      'eth-socket': { type: 'string', multiple: true },
      method: { type: 'string', multiple: true },
      ipfs: { type: 'string' },
      'ipfs-bytes': { type: 'string' },
      'ipfs-blocks': { type: 'string' },
      store: { type: 'string' },
      workers: { type: 'string' },
      'limit-style': { type: 'string', default: 'current' },
      chains: { type: 'string' },
      'host-name': { type: 'string', multiple: true },
      origin: { type: 'string', multiple: true },
      'log-level': { type: 'string' },
    },
  });
  const { data, eth, ipfs, store, host } = values;
  return completeOptions({
    ...given({ data, eth, ipfs, store, host, workers: readCount('workers', values.workers) }),
    ...given({ ethSocket: values['eth-socket'], methods: values.method?.map(readMethod) }),
    ...given({ hostNames: values['host-name'], origins: values.origin }),
    ...given({
      logLevel: values['log-level'],
      chains: values.chains === undefined ? undefined : readChains(values.chains),
    }),
    port: readPort(values.port),
    limitStyle: readLimitStyle(values['limit-style']),
    limits: given({
      ipfsBytes: readCount('ipfs-bytes', values['ipfs-bytes']),
      ipfsBlocks: readCount('ipfs-blocks', values['ipfs-blocks']),
    }),
  });
};
