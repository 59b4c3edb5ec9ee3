import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import WebSocket from 'ws';
import { type Disposal, dispose, fakeNode, rpc, testService } from '../../../test/testService';
import type { Service } from '../../service';

const undo: Disposal = [];
let service: Service;
let key: string;
const start = async (more: object): Promise<void> => {
  const eth = [await fakeNode(undo)];
  const limits = { batchBytes: 2_000_000, keyBytes: 3_000_000, ...more };
  service = await testService(undo, { eth, limits });
  key = (await service.createKey({ plan: 'custom' })).apiKey.key;
};
afterAll(() => dispose(undo));

const open = async () => {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/ws/v3/${key}`);
  undo.push(async () => socket.terminate());
  const told: unknown[] = [];
  socket.on('message', (data) => told.push(JSON.parse(String(data))));
  const closed = once(socket, 'close').then(([code]) => code);
  await once(socket, 'open');
  return { socket, told, closed };
};
const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call' });
const piece = (text: string) => [text, { fin: false }] as const;

describe('a message that is not whole yet', () => {
  beforeAll(() => start({ bodyMs: 1_500 }));

  // @promise P14.2
  it('reserves memory of its key for a partial message, and releases it with the socket', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, open));
    for (const { socket } of all) socket.send(...piece(' '.repeat(900_000)));
    // Those that found no room, and those that were not complete in time.
    expect(await Promise.all(all.map(({ closed }) => closed))).toEqual(Array(8).fill(1008));
    const codes = all.map(({ told: [told] }) => (told as { error: { code: number } }).error.code);
    expect(codes).toContain(-32005);
    expect((await rpc(service.url, key, 'eth_call')).status).toBe(200);
  });

  // @promise P14.2
  it('closes after the time that a body has, whatever else the socket says', async () => {
    const { socket, told, closed } = await open();
    socket.send(...piece(call));
    const pings = setInterval(() => socket.ping(), 100);
    expect(await closed).toBe(1008);
    clearInterval(pings);
    expect(told).toEqual([
      {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32600, message: expect.any(String), data: { status: 408 } },
      },
    ]);
  });

  it('accepts messages in slow pieces', async () => {
    const { socket, told } = await open();
    for (let message = 0; message < 3; message += 1) {
      socket.send(...piece(call.slice(0, 9)));
      await new Promise((resolve) => setTimeout(resolve, 800));
      socket.send(call.slice(9));
      await once(socket, 'message');
    }
    expect(told).toEqual(Array(3).fill({ jsonrpc: '2.0', id: 1, result: '0x1' }));
  });
});

describe('what comes byte by byte', () => {
  // Within the time that a body has.
  beforeAll(() => start({}));

  const drip = async (socket: Socket, count: number): Promise<void> => {
    for (let sent = 0; sent < count && socket.writable; sent += 1) {
      socket.write(' ');
      await new Promise(setImmediate);
    }
  };
  const openRaw = async (head: string): Promise<Socket> => {
    const { port, hostname } = new URL(service.url);
    const socket = connect(Number(port), hostname).setNoDelay();
    socket.on('error', () => undefined);
    undo.push(async () => socket.destroy());
    socket.write(`${head}\r\nHost: localhost\r\n`);
    return socket;
  };

  it('closes a WebSocket whose frame comes in more pieces than fit', async () => {
    const socket = await openRaw(`GET /ws/v3/${key} HTTP/1.1`);
    socket.write(
      'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    );
    await once(socket, 'data');
    const ended = once(socket, 'data');
    socket.write(Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 0, 0]));
    await drip(socket, 6_000);
    expect(String(await ended)).toContain('"code":-32005');
  });

  // @promise P14.2
  it('rejects a body that comes in more pieces than fit', async () => {
    const socket = await openRaw(`POST /v3/${key} HTTP/1.1`);
    const answered = once(socket, 'data');
    socket.write('Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n');
    await drip(socket, 6_000);
    const [reply] = (await answered) as [Buffer];
    expect(String(reply)).toMatch(/^HTTP\/1\.1 413 /);
  });
});
