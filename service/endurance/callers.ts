import { setTimeout } from 'node:timers/promises';
import { createCreditMeter } from '@xnet/clients/transport/creditMeter';
import { createHttp } from '@xnet/clients/transport/http';
import type { RpcRequest } from '@xnet/clients/transport/rpcMessage';
import { httpRpc } from '@xnet/clients/transport/rpcTransport';
import { webSocketRpc } from '@xnet/clients/transport/webSocketRpc';
import { createBooks } from './books';
import type { Instance } from './instance';
import { watchFetch, watchSocket } from './wire';

export type Key = { key: string; perDay?: number; perSecond?: number };
export type Caller = ReturnType<typeof openClients>;

/** Between a refusal, or a failure, and the next request of the same caller. */
const pauseMs = 50;

/** Each with params of its own: equal calls share one reply of the node. */
const methods: readonly [method: string, params: (serial: number) => unknown[], weight: number][] =
  [
    ['eth_call', (serial) => [{ to: `0x${'11'.repeat(20)}`, gas: serial }, 'latest'], 50],
    ['eth_getProof', (serial) => [`0x${'11'.repeat(20)}`, [], `0x${serial.toString(16)}`], 10],
    // A lookup, which goes to the node in a batch with those of others.
    [
      'eth_getTransactionByBlockNumberAndIndex',
      (serial) => ['0x1', `0x${serial.toString(16)}`],
      20,
    ],
    ['eth_getBlockReceipts', () => ['latest'], 5],
    // The service gives back 75 credits of the one, and all of the other, which the node fails.
    ['admin_peers', () => [], 10],
    ['eth_gasPrice', () => [], 5],
  ];

let serial = 0;
const makeCall = (): RpcRequest => {
  serial += 1;
  let at = Math.random() * 100;
  const drawnMethod = methods.find(([, , weight]) => {
    at -= weight;
    return at < 0;
  });
  const [method, params] = drawnMethod ?? (methods[0] as (typeof methods)[number]); // there is one
  return { method, params: params(serial) };
};
const makeCalls = (): RpcRequest[] => {
  const size = Math.random() < 0.75 ? 1 : 2 + Math.floor(Math.random() * 12);
  return Array.from({ length: size }, makeCall);
};

const targetIn = (instances: readonly Instance[]) => (url: string) => {
  const target = instances.find((instance) => url.startsWith(`${instance.url}/`));
  if (target === undefined) throw new Error('This is no URL of an instance.');
  return target;
};

/** Callers with the packaged clients: over HTTP, which goes on with the other instance, and WebSockets. */
export const openClients = (key: Key, instances: readonly Instance[]) => {
  const books = createBooks();
  const meter = createCreditMeter();
  const http = createHttp({ fetch: watchFetch(books, targetIn(instances)) });
  const endpoints = instances.map(({ url }) => ({ url: `${url}/v3/${key.key}` }));
  const overHttp = httpRpc({ http, meter, endpoints });
  const overSockets = instances.map((instance) =>
    webSocketRpc({
      endpoint: { url: `${instance.url.replace('http', 'ws')}/ws/v3/${key.key}` },
      open: (url) => watchSocket(books, instance, url),
      meter,
    }),
  );
  const transports = [overHttp, overHttp, overHttp, ...overSockets, ...overSockets];
  return {
    ...key,
    books,
    /** Credits that the clients' own meter has counted. */
    metered: (): number | undefined => meter.used(),
    steps: transports.map((transport) => async (): Promise<void> => {
      await transport.ask(makeCalls()).catch(() => setTimeout(pauseMs));
    }),
    close: (): void => {
      for (const transport of transports) transport.close();
    },
  };
};

/** Callers without a client, who ask the instances in turn, and soon again if they are refused. */
export const openPlain = (key: Key, instances: readonly Instance[]): Caller => {
  const books = createBooks();
  const watchedFetch = watchFetch(books, targetIn(instances));
  const step = async (): Promise<void> => {
    serial += 1;
    const { url } = instances[serial % instances.length] as Instance; // below the length
    const params = [{ gas: serial }, 'latest'];
    const response = await watchedFetch(`${url}/v3/${key.key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params }),
    }).catch(() => undefined);
    if (response?.status !== 200) await setTimeout(pauseMs);
  };
  return { ...key, books, metered: () => undefined, steps: [step, step], close: () => undefined };
};

/** Lets them call. @returns a function that waits until all have their replies */
export const startCalls = (callers: readonly Caller[]): (() => Promise<void>) => {
  let isOver = false;
  const repeat = async (step: () => Promise<void>): Promise<void> => {
    while (!isOver) await step();
  };
  const all = Promise.all(callers.flatMap(({ steps }) => steps.map(repeat)));
  return async () => {
    isOver = true;
    await all;
  };
};
