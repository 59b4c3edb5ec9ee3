import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import WebSocket from 'ws';
import { type Disposal, dispose, get, post, rpc, testService } from '../../../test/testService';
import type { Service } from '../../service';

type Message = { id?: unknown; result?: unknown; error?: { code: number }; params?: unknown };

/** A client that records every message in order. */
const open = async (url: string) => {
  const socket = new WebSocket(url);
  const messages: Message[] = [];
  let wake: () => void = () => undefined;
  socket.on('message', (data) => {
    messages.push(JSON.parse(data.toString()));
    wake();
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const until = async (done: () => boolean): Promise<void> => {
    while (!done()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  const send = (value: unknown) =>
    socket.send(typeof value === 'string' ? value : JSON.stringify(value));
  return {
    socket,
    messages,
    until,
    closed,
    send,
    ask: async (method: string, params: unknown[] = []): Promise<Message> => {
      const id = `ask-${messages.length}-${method}`;
      send({ jsonrpc: '2.0', id, method, params });
      await until(() => messages.some((message) => message.id === id));
      return messages.find((message) => message.id === id) ?? {};
    },
  };
};

const undo: Disposal = [];
let service: Service;
let key: string;
let url: string;
beforeAll(async () => {
  service = await testService(undo, {});
  key = (await service.createKey({ plan: 'custom' })).apiKey.key;
  url = `${service.url.replace('http', 'ws')}/ws/v3/${key}`;
}, 60_000);
afterAll(() => dispose(undo));

const used = async (): Promise<number> =>
  ((await get(`${service.url}/v3/${key}/credits`)).body as { used: number }).used;

describe('GET /ws/v3/{key}', () => {
  // @row webSocket
  it.each([
    ['eth_chainId', []],
    ['eth_getBlockByNumber', ['0x0', false]],
    ['eth_getProof', ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', [], '0x0']],
  ])('answers %s as HTTP does, and the node itself', async (method, params) => {
    const client = await open(url);
    const direct = await open(service.ethUrl.replace('http', 'ws'));
    const { id: _id, ...socketReply } = await client.ask(method, params);
    const { id: _direct, ...directReply } = await direct.ask(method, params);
    const { id: _http, ...httpReply } = (await rpc(service.url, key, method, params))
      .body as Message;
    expect(socketReply).toEqual(httpReply);
    expect(socketReply).toEqual(directReply);
    client.socket.close();
    direct.socket.close();
  });

  it('accepts batches and notifications, and rejects what is no request', async () => {
    const client = await open(url);
    const before = await used();
    client.send({ jsonrpc: '2.0', method: 'eth_chainId' });
    client.send('{');
    client.send([
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
      { jsonrpc: '2.0', id: 2, method: 'eth_blockNumber' },
    ]);
    await client.until(() => client.messages.length === 2);
    const refused = client.messages.find((message) => !Array.isArray(message));
    const batch = client.messages.find((message) => Array.isArray(message));
    expect(refused).toMatchObject({ id: null, error: { code: -32700 } });
    expect(batch).toMatchObject([
      { id: 1, result: '0x7a69' },
      { id: 2, result: '0x0' },
    ]);
    expect((await used()) - before).toBe(80 + 5 + 80 + 160);
    client.socket.close();
  });

  it('answers what is no call under its id, as over HTTP, so that its caller waits no longer', async () => {
    const client = await open(url);
    const wrong = { jsonrpc: '2.0', id: 'mine', params: [] };
    for (const asked of [wrong, [wrong, 5]]) {
      client.messages.length = 0;
      client.send(asked);
      await client.until(() => client.messages.length === 1);
      expect(client.messages[0]).toEqual((await post(`${service.url}/v3/${key}`, asked)).body);
    }
    expect(client.messages[0]).toMatchObject([{ id: 'mine' }, { id: null }]);
    client.socket.close();
  });

  it.each([
    ['more calls than a batch holds', 1_001, 1_001],
    ['calls that cannot be paid', 3, 3],
    ['more than a batch holds, of which most is no call', 1_001, 2],
  ])('refuses %s under the id of each, if HTTP says it once', async (what, count, real) => {
    const poor = await service.createKey({ plan: 'custom', ownPerDay: 100 });
    const of = what === 'calls that cannot be paid' ? poor.apiKey.key : key;
    const client = await open(url.replace(key, of));
    const asked = Array.from({ length: count }, (_, id) =>
      id < real ? { jsonrpc: '2.0', id, method: 'eth_chainId' } : 5,
    );
    const { body } = await post(`${service.url}/v3/${of}`, asked);
    expect(body).toMatchObject({ id: null, error: { code: expect.any(Number) } });
    client.send(asked);
    await client.until(() => client.messages.length === 1);
    const each = asked.slice(0, real).map((_, id) => ({ ...(body as object), id }));
    expect(client.messages[0]).toEqual(each);
    client.socket.close();
  });

  it('explains once what is wrong with a batch of no id, and nothing to notifications', async () => {
    const client = await open(url);
    const notification = { jsonrpc: '2.0', method: 'eth_none' };
    for (const quiet of [notification, [notification], Array(1_001).fill(notification)]) {
      client.send(quiet);
    }
    for (const asked of [[], Array(1_001).fill(5), '5']) {
      client.messages.length = 0;
      client.send(asked);
      await client.until(() => client.messages.length === 1);
      expect(client.messages[0]).toEqual((await post(`${service.url}/v3/${key}`, asked)).body);
      expect(client.messages[0]).toMatchObject({ id: null, error: { code: -32600 } });
    }
    client.socket.close();
  });

  it('delivers the events of a subscription after its reply, for their price', async () => {
    const client = await open(url);
    const { result: subscription } = await client.ask('eth_subscribe', ['newHeads']);
    const before = await used();
    await post(service.ethUrl, { jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x2'] });
    await client.until(() => client.messages.length === 3);
    expect(client.messages[0]).toHaveProperty('result', subscription);
    expect(client.messages.slice(1)).toMatchObject([
      { method: 'eth_subscription', params: { subscription } },
      { method: 'eth_subscription', params: { subscription } },
    ]);
    expect((await used()) - before).toBe(100);

    expect(await client.ask('eth_unsubscribe', [subscription])).toMatchObject({ result: true });
    const after = await used();
    await post(service.ethUrl, { jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] });
    await client.ask('eth_chainId');
    expect((await used()) - after).toBe(80);
    client.socket.close();
  });

  it('closes with the reason when the key cannot pay for events', async () => {
    const limited = await service.createKey({ plan: 'custom', ownPerDay: 130 });
    const client = await open(url.replace(key, limited.apiKey.key));
    await client.ask('eth_subscribe', ['newHeads']);
    await post(service.ethUrl, { jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x2'] });
    expect(await client.closed).toBe(1008);
    expect(client.messages).toHaveLength(3);
    expect(client.messages[2]).toMatchObject({ id: null, error: { code: 429, event: -33300 } });
  });

  it('refuses an unknown key before it opens', async () => {
    const socket = new WebSocket(url.replace(key, '0'.repeat(32)));
    const status = await new Promise((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.on('error', () => undefined);
    });
    expect(status).toBe(401);
  });

  it('closes on a message that is too large', async () => {
    const client = await open(url);
    client.send(' '.repeat(1024 * 1024 + 1));
    expect(await client.closed).toBe(1009);
  });

  it('closes on a message in very many pieces', async () => {
    const client = await open(url);
    for (let piece = 0; piece <= 1_024; piece += 1) client.socket.send(' ', { fin: false });
    expect(await client.closed).toBe(1008);
  });

  it('sends a client that does not read one answer to its pings', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    undo.push(async () => socket.destroy());
    const name = randomBytes(16).toString('base64');
    socket.write(
      `GET /ws/v3/${key} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${name}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
    await once(socket, 'data');
    socket.pause();
    const ping = (text: string): Buffer =>
      Buffer.from([0x89, 0x80 + text.length, 0, 0, 0, 0, ...Buffer.from(text)]);
    const some = Buffer.concat(Array(5_000).fill(ping('x'.repeat(125))));
    for (let sent = 0; sent < 60; sent += 1) {
      if (!socket.write(some)) await once(socket, 'drain');
    }
    socket.write(ping('last'));
    let [size, end] = [0, ''];
    await new Promise<void>((resolve) => {
      socket.on('data', (data) => {
        size += data.length;
        end = (end + data.toString('latin1')).slice(-4);
        if (end === 'last') resolve();
      });
      socket.resume();
    });
    // What the system's buffers held, of 40 MB.
    expect(size).toBeLessThan(20_000_000);
  });

  it('finishes what runs and says goodbye when the service ends', async () => {
    const other = await testService(undo, { eth: [service.ethUrl] });
    const { apiKey } = await other.createKey({ plan: 'custom' });
    const client = await open(`${other.url.replace('http', 'ws')}/ws/v3/${apiKey.key}`);
    await client.ask('eth_chainId');
    for (let id = 0; id < 20; id += 1) {
      client.send({
        jsonrpc: '2.0',
        id,
        method: 'eth_getBlockByNumber',
        params: ['latest', false],
      });
    }
    await client.until(() => client.messages.length > 1);
    await other.stop();
    expect(await client.closed).toBe(1001);
    expect(client.messages.length).toBeGreaterThan(1);
    expect(client.messages.every((message) => message.error === undefined)).toBe(true);
  });
});
