import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type Disposal,
  dispose,
  fakeNode,
  get,
  post,
  rpc,
  testService,
} from '../../test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

/** A service whose node holds `eth_call` until released, and counts concurrent calls. */
async function slow(limits: object, more: object = {}) {
  const held: (() => void)[] = [];
  const seen = { most: 0 };
  const node = await fakeNode(undo, ({ method }) => {
    if (method !== 'eth_call') return '0x1';
    return new Promise((resolve) => {
      held.push(() => resolve('slow'));
      seen.most = Math.max(seen.most, held.length);
    });
  });
  const service = await testService(undo, { eth: [node], limits, ...more });
  const keyOf = async (plan = 'custom') => (await service.createKey({ plan })).apiKey.key;
  const letGo = () => {
    for (const answer of held.splice(0)) answer();
  };
  const until = async (count: number) => {
    while (held.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { service, keyOf, seen, letGo, until };
}

describe('the slow calls of one key', () => {
  // @promise P29.1
  it('leaves connections to the nodes for other keys', async () => {
    const { service, keyOf, seen, letGo, until } = await slow({ slowCalls: 8 });
    const [one, other] = [await keyOf(), await keyOf()];
    const calls = Array.from({ length: 70 }, (_, index) =>
      rpc(service.url, one, 'eth_call', [index]),
    );
    await until(4);
    expect((await rpc(service.url, other, 'eth_gasPrice', [])).status).toBe(200);
    expect(seen.most).toBe(4);
    const all = Promise.all(calls);
    let isOver = false;
    void all.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      letGo();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect((await all).map(({ status }) => status)).toEqual(Array(70).fill(200));
    expect(seen.most).toBe(4);
  });

  // @promise P29.1
  it('refuses a turn that comes too late', async () => {
    const { service, keyOf } = await slow({ slowCalls: 1, upstreamMs: 200 });
    const key = await keyOf();
    const calls = Array.from({ length: 6 }, (_, index) =>
      rpc(service.url, key, 'eth_call', [index]),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses).toEqual(Array(6).fill(504));
  });
});

// @promise P29.1
it('counts a call that found no place for the limit of a second, though it costs nothing', async () => {
  const now = Date.now();
  const { service, keyOf } = await slow(
    { slowCalls: 1, upstreamMs: 200 },
    { prices: { eth_call: 500 }, clock: () => now },
  );
  const key = await keyOf('free');
  const late = await rpc(service.url, key, 'eth_call');
  expect(late.status).toBe(504);
  expect(late.headers.get('x-credits-used')).toBe('0');
  expect((await rpc(service.url, key, 'eth_call')).status).toBe(429);
});

describe('an attack of four free keys that ask six slow calls a second each', () => {
  // @promise P29.1
  it('delays 99 of 100 calls of another key by a second at most, and keeps the node’s breaker closed', async () => {
    const node = await fakeNode(undo, async ({ method }) => {
      if (method === 'eth_getLogs') await new Promise((resolve) => setTimeout(resolve, 8_000));
      return '0x1';
    });
    /** Of another chain of the service, which nobody attacks: its calls take what the machine takes. */
    const calm = await fakeNode(
      undo,
      () => '0x1',
      () => false,
      () => '0xa',
    );
    const networks = [{ chainId: 10n, eth: [calm], ethSocket: [] }];
    const limits = { upstreamMs: 10_000 };
    const service = await testService(undo, { eth: [node], networks, limits });
    const attackers = await Promise.all(
      [1, 2, 3, 4].map(async () => (await service.createKey({ plan: 'free' })).apiKey.key),
    );
    const { key } = (await service.createKey({ plan: 'team' })).apiKey;
    const attack: Promise<{ status: number }>[] = [];
    const timed = async (path: string, method: string): Promise<number> => {
      const begun = performance.now();
      const { status } = await post(`${service.url}/v3/${key}${path}`, {
        jsonrpc: '2.0',
        id: 1,
        method,
      });
      expect(status).toBe(200);
      return performance.now() - begun;
    };
    const attacked: Promise<number>[] = [];
    const undisturbed: Promise<number>[] = [];
    for (let turn = 0; turn < 48; turn += 1) {
      for (const attacker of attackers) {
        attack.push(rpc(service.url, attacker, 'eth_getLogs', [{ turn, attacker }]));
      }
      for (const method of ['eth_blockNumber', 'eth_call', 'eth_gasPrice']) {
        attacked.push(timed('', method));
        undisturbed.push(timed('/networks/10', method));
      }
      await new Promise((resolve) => setTimeout(resolve, 1_000 / 6));
    }
    const p99 = async (times: Promise<number>[]): Promise<number> =>
      (await Promise.all(times)).sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
    expect((await p99(attacked)) - (await p99(undisturbed))).toBeLessThanOrEqual(1_000);
    expect((await get(`${service.operationsUrl}/healthz`)).body).toMatchObject({
      healthy: true,
      nodes: [{ state: 'closed' }, { state: 'closed' }],
    });
    expect((await Promise.all(attack)).map(({ status }) => status)).toContain(504);
  });
});
