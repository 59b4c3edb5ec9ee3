import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import WebSocket, { WebSocketServer } from 'ws';
import { type Disposal, dispose, fakeNode, rpc, testService } from '../../../test/testService';
import type { Service } from '../../service';

const undo: Disposal = [];
afterEach(() => dispose(undo));

/** A node that accepts every subscription. */
const openNode = async () => {
  const node = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(node, 'listening');
  undo.push(async () => {
    for (const socket of node.clients) socket.terminate();
    await new Promise((resolve) => node.close(resolve));
  });
  node.on('connection', (socket) =>
    socket.on('message', (data) => {
      const { id } = JSON.parse(String(data)) as { id: number };
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: '0x1' }));
    }),
  );
  const tell = (result: unknown): void => {
    const params = { subscription: '0x1', result };
    for (const socket of node.clients) {
      socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params }));
    }
  };
  /** Resolves when every client has received everything sent so far. */
  const toldAll = async (): Promise<void> => {
    for (const socket of node.clients) {
      socket.ping();
      await once(socket, 'pong');
    }
  };
  return { tell, toldAll, url: `ws://127.0.0.1:${(node.address() as AddressInfo).port}` };
};

const subscribeTo = async ({ url }: Service, key: string) => {
  const client = new WebSocket(`${url.replace('http', 'ws')}/ws/v3/${key}`);
  undo.push(async () => client.terminate());
  await once(client, 'open');
  client.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}');
  await once(client, 'message');
  const told: string[] = [];
  client.on('message', (data) => told.push(String(data)));
  return { key, client, told };
};

it('sends what a subscription brings after the reply that names it, in a batch, too', async () => {
  const { tell, toldAll, url } = await openNode();
  let answer: (result: string) => void = () => undefined;
  const held = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const eth = [await fakeNode(undo, ({ method }) => (method === 'eth_call' ? held : 'x'))];
  const service = await testService(undo, { eth, ethSocket: [url] });
  const { key } = (await service.createKey({ plan: 'custom' })).apiKey;
  const { client, told } = await subscribeTo(service, key);
  tell(1);
  while (told.length === 0) await once(client, 'message');
  const call = (id: number, method: string, params: string[]) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  });
  client.send(JSON.stringify([call(2, 'eth_subscribe', ['logs']), call(3, 'eth_call', [])]));
  for (let result = 2; result < 5; result += 1) {
    for (let turn = 0; turn < 5; turn += 1) {
      client.ping();
      await once(client, 'pong');
    }
    tell(result);
    await toldAll();
  }
  answer('0x1');
  while (told.length < 5) await once(client, 'message');
  const order = told.map((text) =>
    text.startsWith('[') ? 'reply' : JSON.parse(text).params.result,
  );
  expect(order).toEqual([1, 'reply', 2, 3, 4]);
});

// @promise P14.2
it('lets those go that do not read, and not the others of their key', async () => {
  const { tell, url } = await openNode();
  const limits = { keyBytes: 12_000_000, processBytes: 20_000_000 };
  const eth = [await fakeNode(undo, () => 'x')];
  const service = await testService(undo, { eth, ethSocket: [url], limits });
  const keys = await Promise.all([0, 1, 2].map(() => service.createKey({ plan: 'custom' })));
  const of = (index: number): string => keys[index]?.apiKey.key ?? '';
  const slow = await Promise.all(
    Array.from({ length: 16 }, (_, index) => subscribeTo(service, of(index % 2))),
  );
  // Subscribed last, so served from what the others leave free.
  const reading = [await subscribeTo(service, of(0)), await subscribeTo(service, of(2))];
  const ends = reading.map(({ client }) => once(client, 'close'));
  const closed = slow.map(({ client }) => once(client, 'close'));
  for (const { client } of slow) client.pause();
  for (let event = 1; event <= 30; event += 1) {
    tell('x'.repeat(500_000));
    for (const { client, told } of reading)
      while (told.length < event && client.readyState === client.OPEN)
        await Promise.race([once(client, 'message'), ...ends]);
  }
  for (const { told } of reading) expect(told.filter((text) => text.includes('error'))).toEqual([]);
  for (const { client } of slow) client.resume();
  expect((await Promise.race(closed))[0]).toBe(1006);
}, 60_000);

// @promise P14.2
it('holds events for who does not read them in the room of the key, and no more', async () => {
  const { tell, url } = await openNode();
  const eth = [await fakeNode(undo, () => 'x'.repeat(3_900_000))];
  const limits = { batchBytes: 4_000_000, keyBytes: 6_000_000 };
  const service = await testService(undo, { eth, ethSocket: [url], limits });
  const subscribe = async () =>
    subscribeTo(service, (await service.createKey({ plan: 'custom' })).apiKey.key);
  const [one, other] = [await subscribe(), await subscribe()];
  const closed = once(one.client, 'close');
  one.client.pause();
  for (let event = 1; event <= 30; event += 1) {
    tell('x'.repeat(1_000_000));
    while (other.told.length < event) await once(other.client, 'message');
  }
  one.client.resume();
  expect((await closed)[0]).toBe(1008);
  expect(one.told.length).toBeLessThan(30);
  expect(one.told.at(-1)).toContain('"code":-32005');
  // All of the key's budget is free again.
  while ((await rpc(service.url, one.key, 'eth_call')).status !== 200);
});
