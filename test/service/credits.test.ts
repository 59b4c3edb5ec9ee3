import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  baseFeeHistory,
  busyThreshold,
  createCreditMeter,
  createGasApi,
  createHttp,
  httpRpc,
  ModuleError,
  webSocketRpc,
} from '@xnet/clients';
import type { RpcReply, RpcRequest } from '@xnet/clients/transport/rpcMessage';
import WebSocket from 'ws';
import { createSeeded } from '../random/seeded';
import { createClock } from '../wallet/clock';
import { type OpenService, openService, startUpstream } from './openService';

const CALLS = 10_000;

/** Methods with their weight in percent. The upstream node's response depends on the name. */
const methods: readonly [method: string, weight: number][] = [
  ['eth_getBlockByHash', 12],
  ['eth_getBlockByNumber', 12],
  ['eth_getTransactionByBlockNumberAndIndex', 12],
  ['eth_getUncleByBlockNumberAndIndex', 10],
  ['eth_getProof', 12],
  ['eth_getBlockReceipts', 10],
  ['eth_call', 12], // the node answers with an error, but has done work
  ['eth_unknown', 8], // an unknown method
  ['eth_internal', 4], // the node answers with an internal error
  ['eth_down', 3], // the node fails without a response
  ['admin_peers', 3], // reserved for the node's operator
  ['', 2], // not a request
];

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let service: OpenService;
// No pause here is longer, while timeouts, even what is left of one, never fire.
const clock = createClock({ start: Date.UTC(2026, 0, 1), pausesUpToMs: 3_000 });
beforeAll(async () => {
  upstream = await startUpstream((method) => {
    if (method === 'eth_down') return 503;
    if (method === 'eth_call') return { error: { code: 3, message: 'reverted', data: '0x' } };
    if (method === 'eth_internal') return { error: { code: -32603, message: 'Internal error' } };
    if (method === 'eth_feeHistory')
      return { result: { oldestBlock: '0x0', baseFeePerGas: ['0x1', '0x2'], reward: [] } };
    return { result: null };
  });
  service = await openService({
    eth: [upstream.url],
    methods: ['eth_internal', 'eth_down'],
    clock: () => clock.now(),
  });
});
afterAll(async () => {
  await service.stop();
  await upstream.stop();
});

it('counts as the service does, over ten thousand random calls', async () => {
  const random = createSeeded(20_261_121);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = (): RpcRequest => {
    let at = below(100);
    const [method] = methods.find(([, weight]) => {
      at -= weight;
      return at < 0;
    }) ?? [''];
    return { method, params: [] };
  };
  // One key without limits, and three that meet each of the limits.
  const plans = [
    { plan: 'custom' },
    { plan: 'team' },
    { plan: 'custom', ownPerSecond: 10_000 },
    { plan: 'custom', ownPerDay: 200_000 },
  ] as const;
  const outcomes = { whole: 0, limited: 0, failed: 0 };
  let asked = 0;

  const users = await Promise.all(
    plans.map(async (plan) => {
      const key = await service.openKey(plan);
      const meter = createCreditMeter({ now: clock.now });
      const http = createHttp({ fetch, ...clock });
      const transports = [
        httpRpc({ http, endpoints: [{ url: key.rpcUrl }], meter, now: clock.now }),
        webSocketRpc({
          endpoint: { url: key.socketUrl },
          open: (url) => new WebSocket(url),
          meter,
          clock,
        }),
      ] as const;
      const gas = createGasApi({ http, url: service.url, key, meter });
      return { key, meter, transports, gas };
    }),
  );

  const step = async ({ transports, gas }: (typeof users)[number]): Promise<unknown> => {
    const kind = below(10);
    if (kind === 0) {
      asked += 1;
      const chain = below(8) === 0 ? '5' : '1';
      return below(2) === 0 ? gas.read(chain, busyThreshold) : gas.read(chain, baseFeeHistory);
    }
    const count = kind < 7 ? 1 : 2 + below(kind === 7 ? 130 : 12);
    asked += count;
    return transports[below(2) as 0 | 1].ask(Array.from({ length: count }, pick));
  };
  const isLimited = (error: unknown) =>
    error instanceof ModuleError && error.kind === 'limitExceeded';

  while (asked < CALLS) {
    await Promise.all(
      users.map(async (user) => {
        const outcome = await step(user).then(
          (replies) => replies as RpcReply[],
          (error: unknown) => {
            if (!(error instanceof ModuleError)) throw error;
            return error;
          },
        );
        if (!(outcome instanceof ModuleError)) outcomes.whole += 1;
        else if (isLimited(outcome)) outcomes.limited += 1;
        else outcomes.failed += 1;
      }),
    );
    clock.advance(below(3_000));
    if (below(50) > 0) continue;
    for (const { key, meter } of users) expect(meter.used()).toBe(await key.used());
  }

  for (const { key, meter } of users) {
    expect(meter.used()).toBe(await key.used());
    expect(meter.used()).toBeGreaterThan(100_000);
  }
  // All three outcomes occurred often.
  for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(10);
  for (const { transports } of users) for (const each of transports) each.close();
}, 60_000);
