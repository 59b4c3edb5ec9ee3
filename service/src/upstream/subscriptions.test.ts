import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { type WebSocket, WebSocketServer } from 'ws';
import { type CleanUp, cleanUp } from '../testService';
import { openSubscriptions } from './subscriptions';

const undo: CleanUp = [];
afterEach(() => cleanUp(undo));

/** A node that answers each call as it is told to. */
const open = async (answer: (id: number, socket: WebSocket) => void) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  server.on('connection', (socket) =>
    socket.on('message', (data) =>
      answer((JSON.parse(data.toString()) as { id: number }).id, socket),
    ),
  );
  const events: string[] = [];
  const subscriptions = openSubscriptions({
    urls: () => [`ws://127.0.0.1:${(server.address() as AddressInfo).port}`],
    onEvent: (text) => events.push(text),
    onLost: () => undefined,
  });
  undo.push(async () => {
    subscriptions.close();
    for (const socket of server.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  });
  return { subscriptions, events };
};
const subscribe = { id: 'mine', method: 'eth_subscribe', params: ['newHeads'] };

it('passes over what a node sends that is no message', async () => {
  const { subscriptions, events } = await open((id, socket) => {
    for (const text of ['null', '7', '"x"', '[]', '[null]', '{', '{"params":null}', '{"id":{}}'])
      socket.send(text);
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: '0x1' }));
    socket.send(JSON.stringify({ method: 'eth_subscription', params: { subscription: '0x1' } }));
  });
  const reply = JSON.parse(await subscriptions.call(subscribe)) as object;
  expect(reply).toEqual({ jsonrpc: '2.0', id: 'mine', result: '0x1' });
  while (events.length === 0) await new Promise(setImmediate);
  expect(events).toHaveLength(1);
});

it('holds so many, those that wait for the node among them', async () => {
  const { subscriptions } = await open((id, socket) =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: `0x${id.toString(16)}` })),
  );
  const all = await Promise.allSettled(
    Array.from({ length: 150 }, () => subscriptions.call(subscribe)),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
  await expect(subscriptions.call(subscribe)).rejects.toMatchObject({ kind: 'tooMuch' });
  await expect(
    subscriptions.call({ method: 'eth_unsubscribe', params: ['0x1'] }),
  ).resolves.toContain('result');
  await expect(subscriptions.call(subscribe)).resolves.toContain('result');
});
