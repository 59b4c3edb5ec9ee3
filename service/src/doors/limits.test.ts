import { afterEach, describe, expect, it } from '@jest/globals';
import {
  basic,
  type Disposal,
  dispose,
  fakeNode,
  get,
  post,
  rpc,
  testService,
} from '../../test/testService';
import type { NewKey } from '../meter/apiKey';
import type { Service } from '../service';

const undo: Disposal = [];
afterEach(() => dispose(undo));

const start = async (more: object, keyOptions: NewKey = {}) => {
  // Noon, so that the day ends only when the test advances the clock.
  const time = { now: Date.UTC(2026, 0, 1, 12) };
  const eth = [await fakeNode(undo, () => null)];
  const service: Service = await testService(undo, { eth, clock: () => time.now, ...more });
  const { apiKey, secret } = await service.createKey(keyOptions);
  const call = (method: string) => rpc(service.url, apiKey.key, method);
  const used = async () =>
    ((await get(`${service.url}/v3/${apiKey.key}/credits`)).body as { used: number }).used;
  return { service, key: apiKey.key, secret: secret ?? '', time, call, used };
};

describe('the limit of a second', () => {
  it('lets a dear call through when full and makes the next one wait', async () => {
    const { call, time } = await start({});
    expect((await call('eth_getBlockReceipts')).status).toBe(200);
    const refused = await call('eth_chainId');
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: 429,
        event: -33200,
        message: 'Too Many Requests',
        details: expect.any(String),
      },
    });
    // 500 below zero, 80 needed, 500 per second.
    expect(refused.headers.get('retry-after')).toBe('2');
    time.now += 1_159;
    expect((await call('eth_chainId')).status).toBe(429);
    time.now += 1;
    expect((await call('eth_chainId')).status).toBe(200);
  });

  // @promise P27.1
  it('charges nothing for what it refuses', async () => {
    const { call, used } = await start({});
    await call('eth_getBlockReceipts');
    const before = await used();
    const refused = await call('eth_chainId');
    expect(refused.headers.get('x-credits-used')).toBe('0');
    expect(await used()).toBe(before);
  });
});

describe('the limit of a day', () => {
  // @row credits.daily
  it('ends at the balance and begins anew at 00:00 UTC', async () => {
    const { call, used, time, service, key, secret } = await start({});
    // A full bucket allows any cost; after each call, refilling takes half an hour.
    for (const calls of [1_000, 1_000, 999]) {
      const one = { jsonrpc: '2.0', id: 1, method: 'eth_getBlockReceipts' };
      const reply = await post(`${service.url}/v3/${key}`, new Array(calls).fill(one));
      expect(reply.status).toBe(200);
      time.now += 3_600_000;
    }
    for (let index = 0; index < 9; index += 1) {
      expect((await call('eth_chainId')).status).toBe(200);
      time.now += 1_000;
    }
    expect(await used()).toBe(2_999_960);
    const refused = await call('eth_chainId');
    expect(refused.status).toBe(402);
    expect(refused.body).toMatchObject({
      jsonrpc: '2.0',
      id: 1,
      error: { code: 402, event: -33000, message: 'Payment Required' },
    });
    expect(refused.headers.get('x-credits-left')).toBe('40');
    const gas = await get(`${service.url}/networks/1/busyThreshold`, {
      authorization: basic(key, secret),
    });
    expect(gas).toMatchObject({ status: 402, body: { error: { code: 402, event: -33000 } } });
    expect(await used()).toBe(2_999_960);

    time.now = Date.UTC(2026, 0, 1, 23, 59, 59, 999);
    expect((await call('eth_chainId')).status).toBe(402);
    time.now += 1;
    expect((await call('eth_chainId')).status).toBe(200);
    expect(await used()).toBe(80);
  });
});

it('returns the end of the day that paid, also with an answer that comes after it', async () => {
  const midnight = Date.UTC(2026, 0, 2);
  const time = { now: midnight - 1 };
  const eth = await fakeNode(undo, () => {
    time.now = midnight + 1;
    return null;
  });
  const service = await testService(undo, { eth: [eth], clock: () => time.now });
  const { key } = (await service.createKey()).apiKey;
  for (const end of [midnight, midnight + 86_400_000]) {
    const { headers } = await rpc(service.url, key, 'eth_call');
    expect(headers.get('x-credits-left')).toBe('2999920');
    expect(headers.get('x-credits-reset')).toBe(String(end / 1_000));
  }
});

describe('the own limit of a key', () => {
  // @promise P27.1
  it('refuses beyond what its owner allows a day', async () => {
    const { call, used } = await start({}, { ownPerDay: 200, plan: 'custom' });
    expect((await call('eth_chainId')).status).toBe(200);
    expect((await call('eth_chainId')).status).toBe(200);
    const refused = await call('eth_chainId');
    expect(refused).toMatchObject({ status: 429, body: { error: { event: -33300 } } });
    expect(await used()).toBe(160);
  });

  it('refuses beyond what its owner allows a second', async () => {
    const { call, time } = await start({}, { ownPerSecond: 100, plan: 'custom' });
    expect((await call('eth_chainId')).status).toBe(200);
    const refused = await call('eth_chainId');
    expect(refused).toMatchObject({ status: 429, body: { error: { event: -33300 } } });
    time.now += 600;
    expect((await call('eth_chainId')).status).toBe(200);
  });
});

describe('what is not the fault of the caller', () => {
  it('costs nothing, alone or within a batch', async () => {
    const eth = [
      await fakeNode(undo, ({ method }, response) => {
        if (method !== 'eth_bad') return '0x1';
        response.statusCode = 503;
        response.end('down');
        return undefined;
      }),
    ];
    const { call, used, service, key } = await start(
      { eth, methods: ['eth_bad', 'eth_good'] },
      { plan: 'custom' },
    );
    const failed = await call('eth_bad');
    expect(failed.status).toBe(502);
    expect(failed.headers.get('x-credits-used')).toBe('0');
    expect(failed.body).toMatchObject({ id: 1, error: { code: -32603 } });
    const batch = await post(`${service.url}/v3/${key}`, [
      { jsonrpc: '2.0', id: 1, method: 'eth_bad' },
      { jsonrpc: '2.0', id: 2, method: 'eth_good' },
    ]);
    expect(batch.status).toBe(200);
    expect(batch.body).toMatchObject([{ error: { code: -32603 } }, { result: '0x1' }]);
    expect(batch.headers.get('x-credits-used')).toBe('160');
    const all = await post(`${service.url}/v3/${key}`, [
      { jsonrpc: '2.0', id: 1, method: 'eth_bad' },
      { jsonrpc: '2.0', id: 'two', method: 'eth_bad' },
      { jsonrpc: '2.0', method: 'eth_bad' },
    ]);
    expect(all.status).toBe(502);
    expect(all.headers.get('x-credits-used')).toBe('0');
    expect(await used()).toBe(160);
    const error = { code: -32603, data: { status: 502 } };
    expect(all.body).toMatchObject([
      { id: 1, error },
      { id: 'two', error },
    ]);
    const { body: metrics } = await get(`${service.operationsUrl}/metrics`);
    expect(metrics).toContain('xnet_refusals_total{kind="upstream"} 5\n');
  });
});
