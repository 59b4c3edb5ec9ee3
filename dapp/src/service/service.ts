import {
  createCreditMeter,
  createEthereumNode,
  createGasApi,
  createHttp,
  createIpfsApi,
  createStreams,
  type EthCall,
  type EthereumNode,
  type EthOutcome,
  httpRpc,
  webSocketRpc,
} from '@xnet/clients';
import type { ServiceAccess } from '../config';
import type { Log } from '../log/log';
import { createStore } from '../store';
import { say } from '../texts';
import { describeFailure, type Failure, textError } from '../wallet/failure';
import { asFailure } from './failure';
import { type Asked, authorization, keyWord, outgoing, socketUrl } from './wire';

/** The key's balance as the service reports it; amounts are credits. */
export type Balance = {
  readonly plan: string;
  readonly creditsPerDay: number;
  readonly used: number;
  readonly left: number;
};

type Account = {
  /** Credits counted by this page's clients since it was loaded. */
  readonly counted: number;
  /** Null until the service has reported it. */
  readonly balance: Balance | null;
};

/** The result of a task, and what it cost. */
export type Done<T> = {
  readonly value: T;
  readonly milliseconds: number;
  /** HTTP requests, or WebSocket connections. */
  readonly requests: number;
  readonly credits: number;
};

export type Channel = 'http' | 'webSocket';

/** The response to one call of a batch. */
export type BatchReply = { readonly result: unknown } | { readonly error: Failure };

/** An Ethereum node whose requests are all logged. */
export type LoggedNode = {
  readonly read: <R>(call: EthCall<R>) => Promise<R>;
  readonly batch: (calls: readonly EthCall[]) => Promise<BatchReply[]>;
};

export type Service = ReturnType<typeof createService>;

type Parts = {
  access: ServiceAccess;
  log: Log;
  fetch: typeof globalThis.fetch;
  openSocket: (url: string) => WebSocket;
};

/** The node service as the pages use it: through the published clients, with everything logged. */
export function createService(parts: Parts) {
  const { access, log } = parts;
  const { url, key } = access;
  const meter = createCreditMeter();
  const store = createStore<Account>({ counted: 0, balance: null });
  const counter = countRequests(parts);
  const { fetch } = counter;
  const { gas, ipfs, overHttp } = createHttpClients(access, fetch, meter);

  /** Logs one request. @throws an Error with the facts that this page shows of a failure */
  async function record<T>(request: Asked, task: () => Promise<T>): Promise<T> {
    const reply = log.record(outgoing(url, request), () =>
      task().catch((error: unknown) => Promise.reject(asFailure(error))),
    );
    // `record` resolves with the task's result.
    return (await reply) as T;
  }

  async function readBalance(): Promise<void> {
    const path = `/v3/${key}/credits`;
    const balance = await readJson<Balance>(parts.fetch, url + path).catch(() => null);
    store.set({ counted: meter.used(), balance });
  }

  const measure = createMeasure(
    () => ({ requests: counter.requests(), used: meter.used() }),
    readBalance,
  );

  /** Names of the service's chains, by decimal chain id. */
  const readChains = () =>
    record({ label: 'supportedChainNames', over: 'GET', path: '/v1/supportedChainNames' }, () =>
      readJson<{ readonly [chainId: string]: string }>(fetch, `${url}/v1/supportedChainNames`),
    );

  /** Runs a task with a node over the given transport; a socket lives as long as its task. */
  async function withNode<T>(over: Channel, task: (node: LoggedNode) => Promise<T>): Promise<T> {
    if (over === 'http') return task(logged(over, createEthereumNode(overHttp)));
    const socket = webSocketRpc({
      endpoint: { url: `${socketUrl(url)}/ws/v3/${key}` },
      open: counter.openSocket,
      meter,
    });
    try {
      return await task(logged(over, createEthereumNode(socket)));
    } finally {
      socket.close();
    }
  }

  const logged = (over: Channel, node: EthereumNode): LoggedNode => ({
    read: (call) => record(rpcAsked(over, call), () => node.read(call)),
    batch: (calls) =>
      record(rpcAsked(over, calls), async () => (await node.batch(calls)).map(asReply)),
  });

  return { access, store, gas, ipfs, fetch, record, measure, readBalance, readChains, withNode };
}

/** The page's network, which counts HTTP requests and WebSocket connections. */
function countRequests({ fetch, openSocket }: Pick<Parts, 'fetch' | 'openSocket'>) {
  let requests = 0;
  const counted: typeof globalThis.fetch = (target, options) => {
    requests += 1;
    return fetch(target, options);
  };
  return {
    requests: () => requests,
    fetch: counted,
    openSocket(url: string): WebSocket {
      requests += 1;
      return openSocket(url);
    },
  };
}

function createHttpClients(
  access: ServiceAccess,
  fetch: typeof globalThis.fetch,
  meter: ReturnType<typeof createCreditMeter>,
) {
  const { url, key, secret } = access;
  const http = createHttp({ fetch });
  return {
    gas: createGasApi({ http, url, key: { key, secret }, meter }),
    overHttp: httpRpc({ http, endpoints: [{ url: `${url}/v3/${key}` }], meter }),
    ipfs: createIpfsApi({
      streams: createStreams({ fetch }),
      endpoints: [{ url, headers: { authorization: authorization(access) } }],
    }),
  };
}

/**
 * Runs and measures tasks one at a time, so that their costs can be told apart; then reads the
 * balance again, which is free.
 */
function createMeasure(
  count: () => { requests: number; used: number },
  readBalance: () => Promise<void>,
) {
  let previous: Promise<unknown> = Promise.resolve();

  async function measureNow<T>(task: () => Promise<T>): Promise<Done<T>> {
    const creditsBefore = count();
    const startedAt = performance.now();
    const value = await task();
    const milliseconds = Math.round(performance.now() - startedAt);
    const { requests, used } = count();
    return {
      value,
      milliseconds,
      requests: requests - creditsBefore.requests,
      credits: used - creditsBefore.used,
    };
  }

  return async <T>(task: () => Promise<T>): Promise<Done<T>> => {
    const measured = previous.then(() => measureNow(task));
    previous = measured.catch(() => undefined);
    try {
      return await measured;
    } finally {
      await readBalance();
    }
  };
}

function rpcAsked(over: Channel, requested: EthCall | readonly EthCall[]): Asked {
  const calls = [requested].flat();
  const body = calls.map(({ method, params }, index) => {
    return { jsonrpc: '2.0', id: index + 1, method, params };
  });
  return {
    label: calls.map(({ method }) => method).join(' + '),
    ...(over === 'http'
      ? { over: 'POST', path: `/v3/${keyWord}` }
      : { over: 'WebSocket', path: `/ws/v3/${keyWord}` }),
    body: JSON.stringify(Array.isArray(requested) ? body : body[0]),
  };
}

const asReply = (outcome: EthOutcome<unknown>): BatchReply => {
  if (outcome.ok) return { result: outcome.value };
  return { error: describeFailure(asFailure(outcome.error)) };
};

async function readJson<T>(fetch: typeof globalThis.fetch, url: string): Promise<T> {
  const response = await fetch(url, { credentials: 'omit', redirect: 'error' }).catch(() => {
    throw textError(say('service.failure.silent'));
  });
  if (!response.ok)
    throw textError(say('service.failure.http', { status: String(response.status) }));
  return (await response.json()) as T;
}
