import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import WebSocket from 'ws';
import { type Disposal, dispose, fakeNode, post, rpc, testService } from '../test/testService';
import { createMemoryBudgets } from './memoryBudget';
import type { Service } from './service';

const undo: Disposal = [];
let service: Service;
let key: string;
/** Calls the node has received. It replies with as many characters as the first parameter says. */
let asked = 0;
beforeAll(async () => {
  const eth = [
    await fakeNode(undo, ({ params }) => {
      asked += 1;
      return 'x'.repeat((params as number[])[0] ?? 0);
    }),
  ];
  const limits = { replyBytes: 100_000, batchBytes: 300_000, connectionBytes: 500_000 };
  service = await testService(undo, {
    eth,
    limits: { ...limits, keyBytes: 1_000_000, processBytes: 1_200_000 },
  });
  key = (await service.createKey({ plan: 'custom' })).apiKey.key;
});
afterAll(() => dispose(undo));

const call = (id: number, size: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'eth_call',
  params: [size, 'latest', id],
});
type Reply = { id: number; result?: string; error?: { code: number; data: { status: number } } };

describe('bytes that a request may hold', () => {
  it('rejects a reply that is too large, and serves the next call', async () => {
    const refused = await rpc(service.url, key, 'eth_call', [100_001]);
    expect(refused).toMatchObject({
      status: 413,
      body: { id: 1, error: { code: -32005, data: { status: 413 } } },
    });
    expect(refused.headers.get('x-credits-used')).toBe('5');
    expect((await rpc(service.url, key, 'eth_call', [99_000])).status).toBe(200);
  });

  // @promise P14.1
  it('returns what fits of a batch, and rejects each other call by itself', async () => {
    const calls = Array.from({ length: 200 }, (_, id) => call(id, id === 199 ? 10 : 50_000));
    const { status, body } = await post(`${service.url}/v3/${key}`, calls);
    expect(status).toBe(200);
    const replies = body as Reply[];
    expect(replies.map(({ id }) => id)).toEqual(calls.map(({ id }) => id));
    const good = replies.filter(({ result }) => result !== undefined);
    expect(good.length).toBeGreaterThan(1);
    expect(good.length).toBeLessThan(7);
    expect(good.map(({ id }) => id)).toContain(199);
    for (const { error, result } of replies) {
      if (result === undefined)
        expect(error).toMatchObject({ code: -32005, data: { status: 413 } });
    }
  });

  it('releases the memory once the replies are sent, over HTTP and a WebSocket', async () => {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/ws/v3/${key}`);
    await once(socket, 'open');
    for (let round = 0; round < 12; round += 1) {
      expect((await rpc(service.url, key, 'eth_call', [90_000])).status).toBe(200);
      socket.send(JSON.stringify([call(1, 90_000), call(2, 90_000)]));
      const [data] = await once(socket, 'message');
      expect(JSON.parse(String(data))).toMatchObject([
        { id: 1, result: expect.any(String) },
        { id: 2 },
      ]);
    }
    socket.close();
  });

  it('refuses a connection that sends calls without reading', async () => {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/ws/v3/${key}`);
    await once(socket, 'open');
    socket.pause();
    const before = asked;
    for (let id = 0; id < 300; id += 1) socket.send(JSON.stringify(call(id, 90_000)));
    while (asked < before + 300) await new Promise((resolve) => setImmediate(resolve));
    const replies: Reply[] = [];
    socket.on('message', (data) => replies.push(JSON.parse(String(data)) as Reply));
    socket.resume();
    while (replies.length < 300) await once(socket, 'message');
    const refused = replies.flatMap(({ error }) => error ?? []);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(300);
    for (const error of refused)
      expect(error).toMatchObject({ code: -32005, data: { status: 413 } });
    socket.close();
  });

  // @promise P14.1
  it('reserves memory for other keys, and answers 503 if the process is full', async () => {
    const keys = await Promise.all(
      Array.from(
        { length: 6 },
        async () => (await service.createKey({ plan: 'custom' })).apiKey.key,
      ),
    );
    const calls = Array.from({ length: 3 }, (_, id) => call(id, 95_000));
    const all = await Promise.all(
      keys.map(async (one) => (await post(`${service.url}/v3/${one}`, calls)).body as Reply[]),
    );
    for (const { result, error } of all.flat()) {
      if (result === undefined)
        expect(error).toMatchObject({ code: -32005, data: { status: 503 } });
    }
    expect((await rpc(service.url, key, 'eth_call', [90_000])).status).toBe(200);
  });
});

describe('bytes that keys share', () => {
  // @promise P14.1
  it('leaves room for one more key, however many take all that they get', () => {
    const processBytes = 1_000;
    const limits = { batchBytes: 2_000, connectionBytes: 2_000, keyBytes: 500, processBytes };
    const budgets = createMemoryBudgets(limits);
    for (let key = 0; key < 5; key += 1) {
      const budget = budgets.of(`key ${key}`, {});
      expect(() => {
        for (;;) budget.reserve(1);
      }).toThrow();
      // Half of what the keys before have left.
      expect(budget.heldBytes()).toBe(Math.floor((processBytes / 2 ** key) * 0.5));
    }
  });
});

describe('bytes that a caller leaves behind', () => {
  it('releases the memory of a caller who leaves in the middle', async () => {
    for (let round = 0; round < 30; round += 1) {
      const gone = new AbortController();
      const asked = fetch(`${service.url}/v3/${key}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([call(1, 99_000), call(2, 99_000)]),
        signal: gone.signal,
      }).catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
      gone.abort();
      await asked;
    }
    const calls = [call(1, 90_000), call(2, 90_000), call(3, 90_000)];
    let replies: Reply[] = [];
    do replies = (await post(`${service.url}/v3/${key}`, calls)).body as Reply[];
    while (replies.some(({ result }) => result === undefined));
    expect(replies).toHaveLength(3);
  });
});
