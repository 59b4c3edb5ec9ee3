import { afterEach, describe, expect, it } from '@jest/globals';
import WebSocket from 'ws';
import { catchError } from '../../../test/catchError';
import { startWebSocketServer } from '../../../test/chain/webSocketServer';
import { createClock } from '../../../test/wallet/clock';
import { getFailure } from './failure';
import type { RpcTransport } from './rpcTransport';
import { webSocketRpc } from './webSocketRpc';

const KEY = 'f00dfeed1234';
type Server = Awaited<ReturnType<typeof startWebSocketServer>>;
type Options = Parameters<typeof webSocketRpc>[0];

const opened: { close(): void }[] = [];
const servers: Server[] = [];
afterEach(async () => {
  for (const transport of opened.splice(0)) transport.close();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function serve(...options: Parameters<typeof startWebSocketServer>): Promise<Server> {
  const server = await startWebSocketServer(...options);
  servers.push(server);
  return server;
}

function connectTo(url: string, options: Partial<Options> = {}): RpcTransport {
  const transport = webSocketRpc({
    endpoint: { url: `${url}/ws/v3/${KEY}` },
    open: (address) => new WebSocket(address),
    ...options,
  });
  opened.push(transport);
  return transport;
}

const echo = ({ params }: { params: unknown }) => ({ result: params });
const ask = (transport: RpcTransport, ...params: unknown[]) =>
  transport.ask(params.map((each) => ({ method: 'eth_echo', params: [each] })));
it('asks over one connection, many at once, each with its own answer', async () => {
  const server = await serve(echo);
  const transport = connectTo(server.url);
  const asked = Array.from({ length: 200 }, (_, index) => ask(transport, index));
  const answers = await Promise.all(asked);
  expect(answers).toEqual(asked.map((_, index) => [{ result: [index] }]));
  expect(server.connections()).toBe(1);
});

it('sends a batch as one message and takes its answers in any order', async () => {
  const server = await serve(echo, (text, socket) => {
    const calls = JSON.parse(text) as { id: number; params: unknown }[];
    const replies = calls.map(({ id, params }) => ({ jsonrpc: '2.0', id, result: params }));
    socket.send(JSON.stringify(replies.reverse()));
    return false;
  });
  await expect(ask(connectTo(server.url), 1, 2, 3)).resolves.toEqual([
    { result: [1] },
    { result: [2] },
    { result: [3] },
  ]);
  expect(server.seen).toHaveLength(1);
});

it('accepts the answers of a batch one by one, too, and names one that is missing', async () => {
  const server = await serve(echo, (text, socket) => {
    const calls = JSON.parse(text) as { id: number; params: unknown }[];
    const replies = calls.map(({ id, params }) => ({ jsonrpc: '2.0', id, result: params }));
    if (calls.length === 2) for (const reply of replies) socket.send(JSON.stringify(reply));
    else socket.send(JSON.stringify(replies.slice(1)));
    return false;
  });
  const transport = connectTo(server.url);
  await expect(ask(transport, 1, 2)).resolves.toEqual([{ result: [1] }, { result: [2] }]);
  await expect(ask(transport, 1, 2, 3)).resolves.toEqual([
    { fault: 'It left the request without an answer.' },
    { result: [2] },
    { result: [3] },
  ]);
});

it('assigns an error without an id to what it came with, or to all that waits', async () => {
  const error = { code: -32600, message: 'none' };
  const unread = JSON.stringify({ jsonrpc: '2.0', id: null, error });
  const sent = [unread, `[{"jsonrpc":"2.0","id":2,"result":7},${unread}]`, unread];
  const server = await serve(echo, (_, socket) => socket.send(sent.shift() ?? '') !== undefined);
  const transport = connectTo(server.url);
  await expect(ask(transport, 1)).resolves.toEqual([{ error }]);
  await expect(ask(transport, 2, 3)).resolves.toEqual([{ result: 7 }, { error }]);
  await expect(ask(transport, 4, 5)).resolves.toEqual([{ error }, { error }]);
});

it('opens the connection anew after it broke, and asks again what waited', async () => {
  const states: string[] = [];
  let drops = 3;
  const server = await serve(echo, (_, socket) => {
    drops -= 1;
    if (drops >= 1) socket.terminate();
    return drops < 1;
  });
  const clock = createClock();
  const transport = connectTo(server.url, { clock, onState: (state) => states.push(state) });
  await expect(ask(transport, 'a')).resolves.toEqual([{ result: ['a'] }]);
  expect(server.connections()).toBe(3);
  expect(states).toEqual(['connected', 'disconnected', 'connected', 'disconnected', 'connected']);
});

it('settles every request although the connection breaks at random', async () => {
  let count = 0;
  const server = await serve(echo, (_, socket) => {
    count += 1;
    if (count % 25 === 0) socket.terminate();
    return count % 25 !== 0;
  });
  const transport = connectTo(server.url, { clock: createClock() });
  const asked = Array.from({ length: 60 }, (_, index) => ask(transport, index));
  const settled = await Promise.allSettled(asked);
  for (const [index, outcome] of settled.entries())
    if (outcome.status === 'fulfilled') expect(outcome.value).toEqual([{ result: [index] }]);
    else expect(outcome.reason).toMatchObject({ kind: 'nodeUnavailable' });
  expect(settled.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(9);
  expect(server.connections()).toBeGreaterThan(2);
});

it.each([
  ['text that is no JSON', 'hello'],
  ['an answer to nothing', '{"jsonrpc":"2.0","id":999,"result":1}'],
  ['an answer without an id', '{"jsonrpc":"2.0","result":1}'],
])('does not take %s for an answer', async (_, text) => {
  const server = await serve(echo, (_text, socket) => {
    socket.send(text);
    return true;
  });
  await expect(ask(connectTo(server.url), 5)).resolves.toEqual([{ result: [5] }]);
});

describe('within its time', () => {
  it('gives up a request that is not answered, and leaves none waiting', async () => {
    const server = await serve(echo, () => false);
    const clock = createClock();
    const transport = connectTo(server.url, { clock });
    const error = catchError(ask(transport, 1));
    for (let round = 0; round < 3; round++) {
      await until(() => server.seen.length > round);
      clock.advance(10_000);
    }
    expect(getFailure(await error)).toMatchObject({ fault: 'timeout' });
    expect(server.seen).toHaveLength(3);
  });

  it('pings a far side that is quiet, and connects anew when it stays silent', async () => {
    const server = await serve(echo);
    const clock = createClock();
    const sockets: { pings: number }[] = [];
    const transport = connectTo(server.url, {
      clock,
      open: (url) => {
        const socket = new WebSocket(url, { autoPong: false });
        const counted = { pings: 0 };
        socket.ping = () => {
          counted.pings += 1;
        };
        sockets.push(counted);
        return socket;
      },
    });
    await ask(transport, 1);
    clock.advance(30_000);
    expect(sockets).toEqual([{ pings: 1 }]);
    clock.advance(10_000);
    await expect(ask(transport, 2)).resolves.toEqual([{ result: [2] }]);
    expect(sockets).toHaveLength(2);
  });

  it('asks for a word if the runtime has no ping', async () => {
    const server = await serve(echo);
    const clock = createClock();
    const transport = connectTo(server.url, {
      clock,
      open: (url) => Object.assign(new WebSocket(url), { ping: undefined }),
    });
    await ask(transport, 1);
    clock.advance(30_000);
    await until(() => server.seen.length === 2);
    expect(JSON.parse(server.seen[1] ?? '')).toMatchObject({ id: 0, method: 'net_version' });
  });
});

it('fails what waits when it is closed, and asks nothing afterwards', async () => {
  const server = await serve(echo, () => false);
  const transport = connectTo(server.url, { clock: createClock() });
  const waiting = catchError(ask(transport, 1));
  await until(() => server.seen.length === 1);
  transport.close();
  expect(await waiting).toMatchObject({ kind: 'nodeUnavailable' });
  await expect(ask(transport, 2)).rejects.toMatchObject({ kind: 'nodeUnavailable' });
  expect(server.connections()).toBe(1);
});

it('refuses rather than piles up', async () => {
  const server = await serve(echo, () => false);
  const transport = connectTo(server.url, { clock: createClock() });
  const waiting = Array.from({ length: 1_000 }, (_, index) => catchError(ask(transport, index)));
  await until(() => server.seen.length === 1_000);
  await expect(ask(transport, 'one more')).rejects.toMatchObject({ kind: 'limitExceeded' });
  transport.close();
  for (const error of await Promise.all(waiting)) expect(error).toBeInstanceOf(Error);
});

// @promise T23.1
it.each(['ws://node.example', 'http://127.0.0.1'])('does not connect to %s', async (url) => {
  const transport = connectTo(url, { open: () => fail() });
  const error = await catchError(ask(transport, 1));
  expect(getFailure(error)).toMatchObject({ fault: 'insecure' });
  expect(error.message).not.toContain(KEY);
});

it('keeps the key of its address out of errors', async () => {
  const server = await serve(echo, (_, socket) => {
    socket.terminate();
    return false;
  });
  const error = await catchError(ask(connectTo(server.url, { clock: createClock() }), 1));
  expect(JSON.stringify([error.message, error, getFailure(error)])).not.toContain(KEY);
});

it('recognizes a limit that comes as an answer', async () => {
  const error = { code: -32005, message: 'daily request count exceeded, request rate limited' };
  const server = await serve(() => ({ error }));
  const clock = createClock();
  const transport = connectTo(server.url, { clock });
  const first = await catchError(ask(transport, 1));
  expect(getFailure(first)).toMatchObject({ fault: 'quota' });
  expect((clock.now() + (getFailure(first)?.pauseMs ?? 0)) % 86_400_000).toBe(0);
  await catchError(ask(transport, 2));
  expect(server.seen).toHaveLength(1);
});

const fail = (): never => {
  throw new Error('It opened a connection.');
};

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
