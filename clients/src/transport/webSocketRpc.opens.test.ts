import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import WebSocket, { WebSocketServer } from 'ws';
import { catchError } from '../../../test/catchError';
import { createClock } from '../../../test/wallet/clock';
import { getFailure } from './failure';
import type { RpcTransport } from './rpcTransport';
import { webSocketRpc } from './webSocketRpc';

/** Takes every connection, and opens none before it is told to. */
const server = createServer();
const sockets = new WebSocketServer({ noServer: true });
const coming: { request: IncomingMessage; socket: Duplex }[] = [];
const seen: string[] = [];
server.on('upgrade', (request, socket) => coming.push({ request, socket }));
sockets.on('connection', (socket) => {
  socket.on('message', (data) => {
    seen.push(String(data));
    const { id } = JSON.parse(String(data));
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: 'fine' }));
  });
});
const letIn = ({ request, socket }: (typeof coming)[number]) =>
  sockets.handleUpgrade(request, socket, Buffer.alloc(0), (opened) =>
    sockets.emit('connection', opened),
  );

/** How many timers have neither run nor been cancelled. */
let timers = 0;
const plain = createClock();
const clock: typeof plain = {
  ...plain,
  setTimer(run, ms) {
    let isOpen = true;
    const end = () => {
      if (isOpen) timers -= 1;
      isOpen = false;
    };
    timers += 1;
    const cancel = plain.setTimer(() => {
      end();
      run();
    }, ms);
    return () => {
      end();
      cancel();
    };
  },
};
let opened: WebSocket[];
let transport: RpcTransport;
beforeEach(async () => {
  opened = [];
  timers = 0;
  for (const list of [coming, seen]) list.length = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  transport = webSocketRpc({
    endpoint: { url },
    clock,
    open: () => {
      const socket = new WebSocket(url);
      opened.push(socket);
      return socket;
    },
  });
});
afterEach(async () => {
  transport.close();
  for (const { socket } of coming) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});
const ask = () => transport.ask([{ method: 'eth_echo', params: [] }]);

// @promise P21.1
it('gives up a connection that does not open, and makes another one', async () => {
  const answer = ask();
  await until(() => coming.length === 1);
  clock.advance(10_000);
  await until(() => coming.length === 2);
  coming.slice(1).forEach(letIn);
  await expect(answer).resolves.toEqual([{ result: 'fine' }]);
  expect(opened.map(({ readyState }) => readyState)).toEqual([WebSocket.CLOSED, WebSocket.OPEN]);
});

it('asks nothing any more on one that opens when its time is over', async () => {
  const error = catchError(ask());
  for (const attempt of [1, 2]) {
    await until(() => coming.length === attempt);
    clock.advance(10_000);
  }
  await until(() => coming.length === 3);
  // What is left of its time is less than a connection has.
  clock.advance(9_990);
  expect(getFailure(await error)).toEqual({ fault: 'timeout' });
  coming.slice(2).forEach(letIn);
  await expect(ask()).resolves.toEqual([{ result: 'fine' }]);
  expect(seen).toHaveLength(1);
});

it('leaves no timer behind once it is over', async () => {
  const answer = ask();
  await until(() => coming.length === 1);
  coming.forEach(letIn);
  await answer;
  expect(timers).toBeGreaterThan(0);
  transport.close();
  await until(() => timers === 0);
  expect(timers).toBe(0);
});

it('lets go at once of a connection that is still opening', async () => {
  const error = catchError(ask());
  await until(() => coming.length === 1);
  transport.close();
  await until(() => opened[0]?.readyState === WebSocket.CLOSED);
  expect(getFailure(await error)).toEqual({ fault: 'dropped' });
  await until(() => timers === 0);
  expect(opened).toHaveLength(1);
});

it('opens anew after a socket that could not even be made', async () => {
  let isBroken = true;
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const other = webSocketRpc({
    endpoint: { url },
    open(address) {
      if (isBroken) throw new SyntaxError('No sockets here yet.');
      return new WebSocket(address);
    },
  });
  const calls = [{ method: 'eth_echo', params: [] }];
  expect(getFailure(await catchError(other.ask(calls)))).toEqual({ fault: 'dropped' });
  isBroken = false;
  const answer = other.ask(calls);
  await until(() => coming.length === 1);
  coming.forEach(letIn);
  await expect(answer).resolves.toEqual([{ result: 'fine' }]);
  other.close();
});

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
