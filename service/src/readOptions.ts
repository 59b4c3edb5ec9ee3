import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { completeOptions, methodForm, type Network, type ServiceOptions } from './options';
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

/** A text of this form. @throws an Error that names the option */
const readForm = (name: string, form: RegExp, text: string): string => {
  if (!form.test(text)) throw new Error(`--${name}: "${text}"`);
  return text;
};

const readPort = (text: string): number => {
  const port = Number(readForm('port', /^\d{1,5}$/, text));
  if (port > 65_535) throw new Error(`--port: "${text}"`);
  return port;
};

/** An address and its port: `127.0.0.1:9545`, `[::1]:9545`. */
const readOperations = (text: string): ServiceOptions['operations'] => {
  const [, bracketed, plain, port = ''] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port) > 65_535) throw new Error(`--operations: "${text}"`);
  return { host, port: Number(port) };
};
/** Between the callers' port and the operator's, where none is named. */
const operationsAfter = 1_000;
const operationsOf = (text: string | undefined, port: number): ServiceOptions['operations'] => {
  if (text !== undefined) return readOperations(text);
  const nextPort = port === 0 || port + operationsAfter > 65_535 ? 0 : port + operationsAfter;
  return { host: '127.0.0.1', port: nextPort };
};

/** Drops properties that are undefined. */
export const omitUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

export const readCount = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > Number.MAX_SAFE_INTEGER) throw new Error(`--${name}: "${text}"`);
  return count;
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

export const readStore = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  return readUrl('store', text, [...storeUrl, ...storesUrl]);
};

/** Normalizes to what a browser sends: lower case, no port. */
const readHostName = (text: string): string =>
  readForm('host-name', /^[^\s:/[\]]+$/, text).toLowerCase();

const readOrigin = (text: string): string => {
  if (text === '*') return text;
  if (!/^[a-z][a-z\d+.-]*:\/\/[^\s/?#]+$/i.test(text) || !URL.canParse(text)) {
    throw new Error(`--origin: "${text}"`);
  }
  const { origin } = new URL(text);
  // For schemes other than http and https, `URL` reports no origin.
  if (origin === 'null') return text.toLowerCase();
  return origin;
};

const logLevels = /^(fatal|error|warn|info|debug|silent)$/;

/** Reads an option if it was given. */
const ifGiven = <T>(text: string | undefined, read: (text: string) => T): T | undefined => {
  if (text === undefined) return undefined;
  return read(text);
};

/** @throws an Error that names the option */
export const readOptions = (args: readonly string[]): ServiceOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      config: { type: 'string' },
      port: { type: 'string', default: '8545' },
      host: { type: 'string' },
      operations: { type: 'string' },
      'address-header': { type: 'string' },
      data: { type: 'string' },
      eth: { type: 'string', multiple: true },
      'eth-socket': { type: 'string', multiple: true },
      chain: { type: 'string', multiple: true },
      method: { type: 'string', multiple: true },
      ipfs: { type: 'string' },
      'ipfs-bytes': { type: 'string' },
      'ipfs-blocks': { type: 'string' },
      store: { type: 'string' },
      chains: { type: 'string' },
      'host-name': { type: 'string', multiple: true },
      origin: { type: 'string', multiple: true },
      drain: { type: 'string' },
      'log-level': { type: 'string', default: 'info' },
    },
  });
  refuseEmpty(values);
  const { data, host, eth, method = [] } = values;
  const namedMethods = method.map((text) => readForm('method', methodForm, text));
  const config = ifGiven(values.config, (file) => readConfig(file, namedMethods)) ?? {};
  if (eth === undefined && values.chain === undefined && process.env.XNET_REQUIRE_ETH) {
    throw new Error('--eth: name a node; a development chain is none for a container.');
  }
  const { plans, prices, rules, logCallers } = config;
  const drainSeconds = readCount('drain', values.drain);
  return completeOptions({
    ...omitUndefined({
      data,
      host,
      plans,
      prices,
      rules,
      logCallers,
      store: readStore(values.store),
      eth: eth?.map((url) => readUrl('eth', url, httpUrl)),
      ethSocket: values['eth-socket']?.map((url) => readUrl('eth-socket', url, socketUrl)),
      networks: values.chain && readNetworks(values.chain),
      ipfs: ifGiven(values.ipfs, (url) => readUrl('ipfs', url, httpUrl)),
      hostNames: values['host-name']?.map(readHostName),
      origins: values.origin?.map(readOrigin),
      chains: ifGiven(values.chains, readChains),
    }),
    methods: [...(config.methods ?? []), ...namedMethods],
    port: readPort(values.port),
    operations: operationsOf(values.operations, readPort(values.port)),
    addressHeader: ifGiven(values['address-header'], (text) =>
      readForm('address-header', /^[\w-]+$/, text).toLowerCase(),
    ),
    logLevel: readForm('log-level', logLevels, values['log-level']),
    limits: omitUndefined({
      ...config.limits,
      drainMs: drainSeconds && drainSeconds * 1_000,
      ipfsBytes: readCount('ipfs-bytes', values['ipfs-bytes']),
      ipfsBlocks: readCount('ipfs-blocks', values['ipfs-blocks']),
    }),
  });
};
