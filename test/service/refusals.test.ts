import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  busyThreshold,
  createEthereumNode,
  createGasApi,
  createHttp,
  createIpfsApi,
  createStreams,
  eth_getBlockByNumber,
  type GasKey,
  gather,
  httpRpc,
  type RpcTransport,
  webSocketRpc,
} from '@xnet/clients';
import WebSocket from 'ws';
import { catchError } from '../catchError';
import { recordings } from '../chain/recordings';
import { createClock, type TestClock } from '../wallet/clock';
import type { Answered } from './ipfsSuite';
import { type OpenService, openService, startUpstream } from './openService';

const block = recordings().find(({ name }) => name.endsWith('get-block-london-fork.io'))?.reply
  .result;
const latest = eth_getBlockByNumber('latest', false);
const noon = Date.UTC(2026, 0, 1, 12);
const midnight = Date.UTC(2026, 0, 2);

let upstream: Awaited<ReturnType<typeof startUpstream>>;
/** Block requests that reached the node. */
let asked = 0;
beforeAll(async () => {
  upstream = await startUpstream((method) => {
    asked += 1;
    return { result: method === 'eth_getBlockReceipts' ? null : block };
  });
});
afterAll(() => upstream.stop());

let clock: TestClock;
let service: OpenService;
const open: { close(): void }[] = [];
const start = async () => {
  clock = createClock({ start: noon });
  service = await openService({ eth: [upstream.url], clock: () => clock.now() });
};
beforeEach(() => {
  asked = 0;
});
afterEach(async () => {
  for (const transport of open.splice(0)) transport.close();
  await service.stop();
});

const overHttp = (url: string, headers: Record<string, string> = {}): RpcTransport =>
  httpRpc({
    http: createHttp({ fetch, ...clock }),
    endpoints: [{ url, headers }],
    now: clock.now,
  });
const overWebSocket = (url: string): RpcTransport => {
  const transport = webSocketRpc({
    endpoint: { url },
    open: (address) => new WebSocket(address),
    clock,
  });
  open.push(transport);
  return transport;
};
const gasOf = (key: GasKey) =>
  createGasApi({ http: createHttp({ fetch, ...clock }), url: service.url, key });
const ipfsOf = (authorization: string) =>
  createIpfsApi({
    streams: createStreams({ fetch, ...clock }),
    endpoints: [{ url: service.url, headers: { authorization } }],
  });
const read = (transport: RpcTransport) => createEthereumNode(transport).read(latest);
describe('who has no right key', () => {
  const unknown = 'f'.repeat(32);
  beforeEach(() => start());

  it.each(['unknown', 'none', 'malformed'])(
    'fails over JSON-RPC with a key that is %s',
    async (what) => {
      const key = { unknown, none: '', malformed: '../admin' }[what] ?? '';
      const error = await catchError<Answered>(
        read(overHttp(`${service.url}/v3/${encodeURIComponent(key)}`)),
      );
      expect(error).toMatchObject({ kind: 'nodeFault', cause: { fault: 'refused' } });
      expect([401, 404]).toContain(error.cause.status);
      expect(asked).toBe(0);
    },
  );

  it('fails at the gas API with an unknown key, a wrong secret or none', async () => {
    const { key } = service;
    const wrong: GasKey[] = [{ key: unknown }, { key, secret: 'wrong' }, { key, secret: '' }];
    for (const each of wrong)
      await expect(gasOf(each).read('1', busyThreshold)).rejects.toMatchObject({
        kind: 'nodeFault',
        cause: { fault: 'refused', status: 401 },
      });
    await expect(service.used()).resolves.toBe(0);
  });

  it('fails at the IPFS API, with a key alone, too', async () => {
    const withoutSecret = await service.openKey({ withSecret: false });
    for (const [authorization, status] of [
      ['', 401],
      ['Basic x', 401],
      [withoutSecret.authorization, 403],
    ] as const)
      expect(await catchError(gather(ipfsOf(authorization).call('version', [])))).toMatchObject({
        kind: 'nodeFault',
        cause: { status },
      });
  });

  it('gets no WebSocket', async () => {
    const url = service.socketUrl.replace(service.key, unknown);
    expect(await catchError(read(overWebSocket(url)))).toMatchObject({ kind: 'nodeUnavailable' });
    expect(asked).toBe(0);
  });

  it('keeps the key out of the error', async () => {
    for (const task of [
      () => read(overHttp(`${service.url}/v3/${unknown}`)),
      () => gasOf({ key: unknown, secret: 'canary0123456789' }).read('1', busyThreshold),
    ]) {
      const error = await catchError(task());
      const text = JSON.stringify([error.message, error.data, error.cause, error.stack]);
      expect(text).not.toContain(unknown);
      expect(text).not.toContain('canary');
    }
  });
});

describe('what is no request of the service', () => {
  beforeEach(() => start());

  it('fails for a wrong method, an unknown path and a malformed request', async () => {
    const post = (path: string) => catchError(read(overHttp(`${service.url}${path}`)));
    expect(await post('/v1/supportedChainNames')).toMatchObject({
      kind: 'nodeFault',
      cause: { status: 405 },
    });
    expect(await post('/v4/none')).toMatchObject({ kind: 'nodeFault', cause: { status: 404 } });
    const [malformed] = await overHttp(service.rpcUrl).ask([{ method: '', params: [] }]);
    expect(malformed).toMatchObject({ error: { code: -32600 } });
  });

  it('fails for the same at the IPFS API', async () => {
    const call = (path: string, arg: string) =>
      catchError(gather(ipfsOf(service.authorization).call(path, [['arg', arg]])));
    expect(await call('cat', 'nothing')).toMatchObject({ cause: { status: 400 } });
    expect(await call('repo/gc', 'x')).toMatchObject({ cause: { status: 404 } });
    const streams = createStreams({ fetch: (url) => fetch(url), ...clock }); // GET, not POST
    const headers = { authorization: service.authorization };
    const got = createIpfsApi({ streams, endpoints: [{ url: service.url, headers }] });
    expect(await catchError(gather(got.call('version', [])))).toMatchObject({
      kind: 'nodeFault',
      cause: { status: 405 },
    });
  });
});

describe('limits', () => {
  beforeEach(() => start());

  it('stops for the day until 00:00 UTC', async () => {
    // The plan has three million credits per day.
    const spender = await service.openKey({ plan: 'free' });
    const one = { jsonrpc: '2.0', id: 1, method: 'eth_getBlockReceipts', params: ['latest'] };
    for (const calls of [1_000, 1_000, 999]) {
      const body = JSON.stringify(new Array(calls).fill(one));
      const headers = { 'content-type': 'application/json' };
      expect((await fetch(spender.rpcUrl, { method: 'POST', headers, body })).status).toBe(200);
      clock.advance(2 * 3_600_000);
    }
    const transports = [overHttp(spender.rpcUrl), overWebSocket(spender.socketUrl)];
    const first = transports[0] as RpcTransport; // One line above.
    for (let left = 3_000_000 - (await spender.used()); left >= 80; left -= 80) {
      await read(first);
      clock.advance(1_000);
    }
    asked = 0;
    const spent = await spender.used();
    const pauses = clock.pauses.length;
    for (const transport of transports) {
      const cause = { fault: 'quota', pauseMs: midnight - clock.now() };
      expect(await catchError(read(transport))).toMatchObject({ kind: 'limitExceeded', cause });
    }
    // No retry after a pause, and nothing is sent until the day is over.
    expect(clock.pauses).toHaveLength(pauses);
    clock.advance(midnight - clock.now() - 60_000);
    for (const transport of transports)
      await expect(read(transport)).rejects.toMatchObject({ kind: 'limitExceeded' });
    expect(asked).toBe(0);
    expect(await spender.used()).toBe(spent);
    clock.advance(60_000);
    for (const transport of transports) await expect(read(transport)).resolves.toEqual(block);
    await expect(spender.used()).resolves.toBe(160);
  });

  it.each(['HTTP', 'WebSocket'])('waits for the limit of a second over %s', async (way) => {
    const free = await service.openKey({ plan: 'free' });
    const transport = way === 'HTTP' ? overHttp(free.rpcUrl) : overWebSocket(free.socketUrl);
    await transport.ask([{ method: 'eth_getBlockReceipts', params: ['latest'] }]);
    const before = clock.now();
    const outcome = await read(transport).catch((error) => error);
    if (way === 'WebSocket') {
      // The only form that does not report a time to wait.
      expect(outcome).toMatchObject({ kind: 'limitExceeded', cause: { fault: 'rate' } });
      return;
    }
    // It was 500 below zero, 80 were needed, at 500 per second.
    expect(outcome).toEqual(block);
    expect(clock.now() - before).toBe(2_000);
    expect(asked).toBe(2);
  });

  it.each(['HTTP', 'WebSocket'])('rejects a batch as a whole at once over %s', async (way) => {
    const own = await service.openKey({ plan: 'custom', ownPerDay: 200 });
    const transport = way === 'HTTP' ? overHttp(own.rpcUrl) : overWebSocket(own.socketUrl);
    const calls = createEthereumNode(transport).batch([latest, latest]);
    await expect(calls).rejects.toMatchObject({
      kind: 'limitExceeded',
      cause: { fault: 'rate' },
    });
    expect(asked).toBe(0);
    expect(await own.used()).toBe(0);
  });

  it('applies the same limits at the gas API', async () => {
    const own = await service.openKey({ plan: 'custom', ownPerDay: 79 });
    const gas = gasOf({ key: own.key, secret: own.secret });
    await expect(gas.read('1', busyThreshold)).rejects.toMatchObject({ kind: 'limitExceeded' });
    await expect(own.used()).resolves.toBe(0);
  });
});
