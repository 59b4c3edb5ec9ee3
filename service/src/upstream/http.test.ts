import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createRoom } from '../room';
import { type CleanUp, cleanUp } from '../testService';
import { createHttpConnections } from './httpConnections';

const undo: CleanUp = [];
afterEach(() => cleanUp(undo));

/** A node that answers each request with these bytes, in pieces of that size, and counts connections. */
const node = async (answer: string | ((socket: Socket) => void), pieceBytes = 1e9) => {
  const seen = { connections: 0, requests: [] as string[] };
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    seen.connections += 1;
    sockets.add(socket);
    let came = '';
    socket.on('error', () => undefined);
    socket.on('data', async (bytes) => {
      came += bytes.toString();
      const [, length] = /content-length: (\d+)\r\n\r\n/.exec(came) ?? [];
      if (length === undefined || !came.endsWith('}')) return;
      seen.requests.push(came);
      came = '';
      if (typeof answer !== 'string') return answer(socket);
      const whole = Buffer.from(answer);
      for (let at = 0; at < whole.length; at += pieceBytes) {
        socket.write(whole.subarray(at, at + pieceBytes));
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/path?a=b`);
  const connections = createHttpConnections(url, { 'content-type': 'application/json' });
  undo.push(async () => {
    await connections.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const ask = (body = '{}', timeoutMs = 10_000, bytes = 1e6) =>
    connections.post(body, timeoutMs, createRoom(bytes));
  return { ask, seen, url, close: connections.close };
};

const ok = 'HTTP/1.1 200 OK\r\n';
const text = '{"gruß":"世界"}';
const length = `content-length: ${Buffer.byteLength(text)}\r\n`;
const sized = `${ok}${length}\r\n${text}`;
const chunk = (part: string): string => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`;
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;

describe('a reply is read', () => {
  it.each([
    ['of a length', sized],
    ['with many fields', `${ok}a: b\r\nSet-Cookie: c\r\nset-cookie: d\r\n${length}\r\n${text}`],
    ['without a reason', `HTTP/1.1 200\r\n${length}\r\n${text}`],
    ['in chunks', `${chunked}${chunk(text.slice(0, 5))}${chunk(text.slice(5))}0\r\n\r\n`],
    ['in chunks with more', `${chunked}D ;a=b\r\n{"gruß":"世\r\n5\r\n界"}\r\n0\r\nx: y\r\n\r\n`],
    ['after others', `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\na: b\r\n\r\n${sized}`],
  ])('%s, whole and in pieces of any size, on one connection', async (_name, answer) => {
    for (const pieceBytes of [1e9, 1, 2, 3, 7, 50]) {
      const { ask, seen } = await node(answer, pieceBytes);
      expect(await ask('{"é":1}')).toEqual({ status: 200, text });
      expect(await ask()).toEqual({ status: 200, text });
      expect(seen.connections).toBe(1);
      expect(seen.requests[0]).toMatch(
        /^POST \/path\?a=b HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\n/,
      );
      expect(seen.requests[0]).toMatch(/content-length: 8\r\n\r\n\{"é":1\}$/);
    }
  });

  it('that ends with its connection', async () => {
    const { ask, seen } = await node((socket) => socket.end(`${ok}\r\n${text}`));
    expect(await ask()).toEqual({ status: 200, text });
    expect(await ask()).toEqual({ status: 200, text });
    expect(seen.connections).toBe(2);
  });

  it.each([204, 304])('that has no body: %d', async (status) => {
    const { ask } = await node(`HTTP/1.1 ${status} No\r\ncontent-length: 5\r\n\r\n`);
    expect(await ask()).toEqual({ status, text: '' });
  });
});

describe('a reply is refused', () => {
  it.each([
    ['that has a length and chunks', `${ok}${length}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['that has two lengths', `${ok}${length}${length}\r\n${text}`],
    ['whose length is no number', `${ok}content-length: -1\r\n\r\n`],
    ['whose length is two', `${ok}content-length: 1, 1\r\n\r\nx`],
    ['in another coding', `${ok}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
    ['with a space before a colon', `${ok}content-length : 0\r\n\r\n`],
    ['with a folded field', `${ok}a: b\r\n c\r\ncontent-length: 0\r\n\r\n`],
    ['with a bare line feed', `${ok}a: b\ncontent-length: 0\r\n\r\n`],
    ['that is of another protocol', 'SSH-2.0-x\r\n\r\n'],
    ['that changes the protocol', 'HTTP/1.1 101 No\r\nupgrade: x\r\n\r\n'],
    ['whose head has no end', `${ok}a: ${'x'.repeat(20_000)}`],
    ['whose chunk has no size', `${chunked}x\r\n`],
    ['whose chunk is longer than it says', `${chunked}1\r\nxx\r\n0\r\n\r\n`],
    ['whose trailers have no end', `${chunked}0\r\n${'a: b\r\n'.repeat(100)}`],
  ])('%s', async (_name, answer) => {
    const { ask } = await node(answer);
    await expect(ask()).rejects.toMatchObject({ kind: 'upstream' });
  });

  it('that breaks off', async () => {
    const { ask } = await node((socket) => socket.end(sized.slice(0, -1)));
    await expect(ask()).rejects.toThrow('The node has ended the connection.');
  });

  it.each([
    ['of a length', sized],
    ['in chunks', `${chunked}${chunk(text)}0\r\n\r\n`],
  ])('that has no room, %s', async (_name, answer) => {
    const { ask } = await node(answer);
    const bytes = Buffer.byteLength(text);
    await expect(ask('{}', 10_000, bytes - 1)).rejects.toMatchObject({ kind: 'tooMuch' });
    expect(await ask('{}', 10_000, bytes)).toEqual({ status: 200, text });
  });
});

describe('a connection', () => {
  it.each([
    ['says that it ends', `${ok}Connection: Close\r\n${length}\r\n${text}`],
    ['is of an older protocol', `HTTP/1.0 200 OK\r\n${length}\r\n${text}`],
    ['brings more than was asked for', `${sized}HTTP/1.1 200 OK\r\n`],
    ['soon ends', `${ok}keep-alive: timeout=2\r\n${length}\r\n${text}`],
  ])('is not used again when it %s', async (_name, answer) => {
    const { ask, seen } = await node(answer);
    expect(await ask()).toEqual({ status: 200, text });
    expect(await ask()).toEqual({ status: 200, text });
    expect(seen.connections).toBe(2);
  });

  it('that brings a reply which nobody asked for gives it to nobody', async () => {
    let isAsked = false;
    const { ask } = await node((socket) => {
      socket.write(isAsked ? sized : `${ok}content-length: 1\r\n\r\n1`);
      // By itself: a packet of its own, after the reply was read.
      if (!isAsked) setTimeout(() => socket.write(`${ok}content-length: 1\r\n\r\n2`), 50);
      isAsked = true;
    });
    expect(await ask()).toEqual({ status: 200, text: '1' });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await ask()).toEqual({ status: 200, text });
  });

  it('is one of 64; further requests wait their turn, and go on when one fails', async () => {
    const waiting: Socket[] = [];
    const { ask, seen } = await node((socket) => void waiting.push(socket));
    const asked = Array.from({ length: 66 }, () => ask().catch((error: Error) => error.name));
    while (waiting.length < 64) await new Promise((resolve) => setImmediate(resolve));
    expect(seen.connections).toBe(64);
    waiting.shift()?.write(sized);
    waiting.shift()?.destroy();
    while (waiting.length < 64) await new Promise((resolve) => setImmediate(resolve));
    expect(seen.connections).toBe(65);
    for (const socket of waiting) socket.write(sized);
    const replies = await Promise.all(asked);
    expect(replies.filter((reply) => typeof reply === 'object')).toHaveLength(65);
    expect(replies).toContain('Error');
  });

  it('ends with a request that takes too long, and none waits for it', async () => {
    const ended: string[] = [];
    const { ask } = await node((socket) => {
      socket.once('close', () => ended.push('closed'));
    });
    await expect(ask('{}', 50)).rejects.toMatchObject({ name: 'TimeoutError' });
    while (ended.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toEqual(['closed']);
  });

  it('ends with the service, and so does what runs', async () => {
    const { ask, close } = await node(() => undefined);
    const asked = ask();
    await close();
    await expect(asked).rejects.toThrow('The service ends.');
    await expect(ask()).rejects.toThrow('The service ends.');
  });
});
