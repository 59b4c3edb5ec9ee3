import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type Disposal,
  dispose,
  fakeNode,
  get,
  post,
  raw,
  rpc,
  testService,
} from '../../test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

const perSecond = 20;
const unknown = 'f'.repeat(32);

/** A service whose clock stands still, so that nothing is refilled. */
const start = async (more: object = {}) => {
  const time = { now: Date.UTC(2026, 0, 1, 12) };
  let asked = 0;
  const eth = [
    await fakeNode(undo, () => {
      asked += 1;
      return '0x1';
    }),
  ];
  const lines: Record<string, unknown>[] = [];
  const log = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const limits = { strangersPerSecond: perSecond };
  const clock = () => time.now;
  const service = await testService(undo, { eth, limits, clock, log, logLevel: 'info', ...more });
  return { service, time, lines, asked: () => asked };
};

describe('a caller without a known key', () => {
  // @promise P12.1
  it.each<[string, (url: string) => Promise<{ status: number }>]>([
    ['an unknown key', (url) => rpc(url, unknown, 'eth_call')],
    ['a malformed key', (url) => rpc(url, 'x', 'eth_call')],
    ['an unknown path', (url) => get(`${url}/nothing`)],
    ['an open path', (url) => get(`${url}/openapi.json`)],
    [
      'a wrong login',
      (url) => get(`${url}/networks/1/busyThreshold`, { authorization: 'Basic eA==' }),
    ],
  ])('gets 429 beyond what its address has of a second: %s', async (_what, ask) => {
    const { service, time, asked } = await start();
    const { key } = (await service.createKey({ plan: 'custom' })).apiKey;
    const statuses: number[] = [];
    for (let count = 0; count < perSecond + 5; count += 1)
      statuses.push((await ask(service.url)).status);
    expect(statuses.slice(0, perSecond)).not.toContain(429);
    expect(statuses.slice(perSecond)).toEqual([429, 429, 429, 429, 429]);
    // One with a key, which nobody has used before, is served at the same address.
    const before = asked();
    expect((await rpc(service.url, key, 'eth_call')).status).toBe(200);
    expect(asked()).toBe(before + 1);
    time.now += 1_000;
    expect((await ask(service.url)).status).not.toBe(429);
  });

  it('limits by the header in which a balancer names an address, as the operator says', async () => {
    for (const [addressHeader, last] of [
      ['x-real-ip', 401],
      [undefined, 429],
    ] as const) {
      const { service } = await start({ addressHeader });
      const ask = (address: string) =>
        post(`${service.url}/v3/${unknown}`, {}, { 'x-real-ip': address });
      for (let count = 0; count < perSecond; count += 1) await ask('192.0.2.1');
      expect((await ask('192.0.2.1')).status).toBe(429);
      // What it claims itself stands before what the balancer adds.
      expect((await ask('192.0.2.9, 192.0.2.1')).status).toBe(429);
      expect((await ask('192.0.2.2')).status).toBe(last);
    }
  });

  // @promise P12.1
  it('gets its refusal before its body is read', async () => {
    const { service } = await start();
    const head = `POST /v3/${unknown} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    // Of a body that does not come.
    const text = await raw(service.url, `${head}Content-Length: 900000\r\n\r\n{`);
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
  });

  // @promise P12.1
  it('gets a few lines of the log in a second, and lines that count the others', async () => {
    const { service, lines } = await start();
    const begun = performance.now();
    for (let count = 0; count < 200; count += 1) await rpc(service.url, unknown, 'eth_call');
    await service.stop();
    const seconds = Math.floor((performance.now() - begun) / 1_000) + 1;
    const own = lines.filter(({ msg, status }) => msg === 'request' && Number(status) >= 400);
    const counted = lines.reduce((sum, { requests = 0 }) => sum + Number(requests), 0);
    expect(own.length + counted).toBe(200);
    // The limit's seconds begin when the service starts.
    expect(own.length).toBeLessThanOrEqual(5 * (seconds + 1));
    expect(counted).toBeGreaterThan(0);
  });

  // @promise P12.1
  it('takes no line of the log from a caller with a key', async () => {
    const { service, lines } = await start();
    const { key } = (await service.createKey({ plan: 'custom' })).apiKey;
    await rpc(service.url, key, 'eth_call');
    for (let count = 0; count < 40; count += 1) await rpc(service.url, unknown, 'eth_call');
    await rpc(service.url, key, '');
    await service.stop();
    const failed = lines.filter(({ msg, status }) => msg === 'request' && status === 400);
    expect(failed).toHaveLength(1);
  });
});

describe('the log', () => {
  it('holds failures and a sample of what was answered', async () => {
    const { service, lines } = await start();
    const { key } = (await service.createKey({ plan: 'custom' })).apiKey;
    for (let count = 0; count < 200; count += 1) await rpc(service.url, key, 'eth_call');
    await rpc(service.url, key, '');
    const own = lines.filter(({ msg }) => msg === 'request');
    expect(own.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(own.filter(({ status }) => status === 400)).toHaveLength(1);
  });
});
