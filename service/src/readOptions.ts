import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { completeOptions, type LimitStyle, type Network, type ServiceOptions } from './options';
import { readConfig } from './readConfig';
import { urlOfStore } from './stores/address';

const readChains = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(',').map((pair) => {
      const [, id, name] = /^(\d+)=(.+)$/.exec(pair.trim()) ?? [];
      if (id === undefined || name === undefined) throw new Error(`--chains: "${pair}"`);
      return [id, name];
    }),
  );

/** `ID=URL`, once for each node: HTTP, or WebSocket if that differs. */
const readNetworks = (texts: readonly string[]): Network[] => {
  const networks = new Map<bigint, { eth: string[]; ethSocket: string[] }>();
  for (const text of texts) {
    const [, id, url = ''] = /^(\d{1,20})=(.+)$/s.exec(text) ?? [];
    if (id === undefined) throw new Error('--chain: this is not ID=URL');
    const read = readUrl('chain', url, [...httpUrl, ...socketUrl]);
    const chainId = BigInt(id);
    const network = networks.get(chainId) ?? { eth: [], ethSocket: [] };
    networks.set(chainId, network);
    network[httpUrl.includes(new URL(read).protocol) ? 'eth' : 'ethSocket'].push(read);
  }
  return [...networks].map(([chainId, urls]) => {
    if (urls.eth.length === 0) throw new Error(`--chain: chain ${chainId} has no HTTP node`);
    return { chainId, ...urls };
  });
};

const readPort = (text: string): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new Error(`--port: "${text}"`);
  return port;
};

const readLimitStyle = (text: string): LimitStyle => {
  if (text !== 'current' && text !== 'legacy') throw new Error(`--limit-style: "${text}"`);
  return text;
};

/** Drops properties that are undefined. */
export const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

export const readCount = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > Number.MAX_SAFE_INTEGER) throw new Error(`--${name}: "${text}"`);
  return count;
};

const readSeconds = (name: string, text: string | undefined): number | undefined => {
  const seconds = readCount(name, text);
  return seconds === undefined ? undefined : seconds * 1_000;
};

/**
 * A URL, or the first line of a file given as `@path`: other users can read a process's arguments.
 * @throws an Error without the URL, which may contain a key
 */
const readUrl = (name: string, text: string, protocols: readonly string[]): string => {
  const [url = ''] = text.startsWith('@')
    ? readFileSync(text.slice(1), 'utf8').split(/\r?\n/)
    : [text];
  const parsed = urlOfStore(url);
  const protocol = URL.canParse(parsed) ? new URL(parsed).protocol : '';
  if (protocols.includes(protocol)) return url;
  throw new Error(`--${name}: this is no URL of ${protocols.join(' or ')}`);
};
const httpUrl = ['http:', 'https:'];
const socketUrl = ['ws:', 'wss:'];
const storeUrl = ['redis:', 'rediss:', 'redis+unix:'];
const storesUrl = ['redis-sentinel:', 'rediss-sentinel:', 'redis-cluster:', 'rediss-cluster:'];

/** An unset shell variable must not lift a restriction. @throws an Error that names the option */
export const refuseEmpty = (values: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(values)) {
    if ([value].flat().includes('')) throw new Error(`--${name}: ""`);
  }
};

export const readStore = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : readUrl('store', text, [...storeUrl, ...storesUrl]);

/** Normalizes to what a browser sends: lower case, no port. */
const readHostName = (text: string): string => {
  if (!/^[^\s:/[\]]+$/.test(text)) throw new Error(`--host-name: "${text}"`);
  return text.toLowerCase();
};

const readOrigin = (text: string): string => {
  if (text === '*') return text;
  if (!/^[a-z][a-z\d+.-]*:\/\/[^\s/?#]+$/i.test(text) || !URL.canParse(text)) {
    throw new Error(`--origin: "${text}"`);
  }
  const { origin } = new URL(text);
  // For schemes other than http and https, `URL` reports no origin.
  return origin === 'null' ? text.toLowerCase() : origin;
};

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'];

const readLogLevel = (text: string): string => {
  if (!logLevels.includes(text)) throw new Error(`--log-level: "${text}"`);
  return text;
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
      config: { type: 'string' },
      port: { type: 'string', default: '8545' },
      host: { type: 'string' },
      data: { type: 'string' },
      eth: { type: 'string', multiple: true },
      'eth-socket': { type: 'string', multiple: true },
      chain: { type: 'string', multiple: true },
      method: { type: 'string', multiple: true },
      ipfs: { type: 'string' },
      'ipfs-bytes': { type: 'string' },
      'ipfs-blocks': { type: 'string' },
      store: { type: 'string' },
      'limit-style': { type: 'string', default: 'current' },
      chains: { type: 'string' },
      'host-name': { type: 'string', multiple: true },
      origin: { type: 'string', multiple: true },
      drain: { type: 'string' },
      'log-level': { type: 'string', default: 'info' },
    },
  });
  refuseEmpty(values);
  const { data, host, eth, ipfs } = values;
  const config = values.config === undefined ? {} : readConfig(values.config);
  if (eth === undefined && values.chain === undefined && process.env.XNET_REQUIRE_ETH) {
    throw new Error('--eth: name a node; a development chain is none for a container.');
  }
  return completeOptions({
    ...given({ data, host, store: readStore(values.store) }),
    ...given({
      eth: eth?.map((url) => readUrl('eth', url, httpUrl)),
      ethSocket: values['eth-socket']?.map((url) => readUrl('eth-socket', url, socketUrl)),
      networks: values.chain === undefined ? undefined : readNetworks(values.chain),
      ipfs: ipfs === undefined ? undefined : readUrl('ipfs', ipfs, httpUrl),
      methods: [...(config.methods ?? []), ...(values.method ?? []).map(readMethod)],
    }),
    ...given({
      hostNames: values['host-name']?.map(readHostName),
      origins: values.origin?.map(readOrigin),
    }),
    ...given({
      chains: values.chains === undefined ? undefined : readChains(values.chains),
    }),
    ...given({ plans: config.plans, prices: config.prices, rules: config.rules }),
    ...given({ logCallers: config.logCallers }),
    port: readPort(values.port),
    limitStyle: readLimitStyle(values['limit-style']),
    logLevel: readLogLevel(values['log-level']),
    limits: given({
      ...config.limits,
      drainMs: readSeconds('drain', values.drain),
      ipfsBytes: readCount('ipfs-bytes', values['ipfs-bytes']),
      ipfsBlocks: readCount('ipfs-blocks', values['ipfs-blocks']),
    }),
  });
};
