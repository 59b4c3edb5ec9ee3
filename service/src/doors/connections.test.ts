import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import WebSocket from 'ws';
import { serviceProcess, until } from '../../test/testProcess';
import {
  type Disposal,
  dispose,
  fakeNode,
  get,
  rpc,
  temporaryFolder,
  testService,
} from '../../test/testService';
import type { Service } from '../service';

const undo: Disposal = [];
afterEach(() => dispose(undo));

// @promise P12.1
it('answers while callers hold more connections than it may open', async () => {
  const eth = await fakeNode(undo);
  const args = ['--data', await temporaryFolder(undo), '--eth', eth];
  const files = ['prlimit', '--nofile=600:600'] as const;
  const { url = '' } = await serviceProcess(undo, args, {}, files);
  const { port } = new URL(url);
  const held = new Set(Array.from({ length: 500 }, () => connect(Number(port), '127.0.0.1')));
  undo.push(async () => {
    for (const socket of held) socket.destroy();
  });
  // A third of the descriptors.
  await new Promise<void>((resolve) => {
    for (const socket of held) {
      socket.on('error', () => undefined);
      socket.on('close', () => held.delete(socket) && held.size <= 200 && resolve());
    }
  });
  expect((await get(`${url}/v1/supportedChainNames`)).status).toBe(200);
}, 60_000);

const places = 40;

/** Opens connections to a service, from any address of the loopback network. */
const opener = ({ url }: Service) => {
  const { port } = new URL(url);
  return {
    plain: async (localAddress: string): Promise<Socket> => {
      const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined);
      undo.push(async () => socket.destroy());
      await once(socket, 'connect');
      return socket;
    },
    webSocket: async (localAddress: string, key: string): Promise<WebSocket> => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/v3/${key}`, { localAddress });
      socket.on('error', () => undefined);
      undo.push(async () => socket.terminate());
      await Promise.race([once(socket, 'open'), once(socket, 'close')]);
      return socket;
    },
  };
};

const newKey = async (service: Service): Promise<string> =>
  (await service.createKey({ plan: 'custom' })).apiKey.key;

/** How an attacker spreads what it opens: by the number of the connection. */
const spreads: Record<string, (keys: readonly string[]) => (index: number) => [string, string?]> = {
  'plain ones of one address': () => () => ['127.0.0.9'],
  'WebSockets of one key and address':
    ([key = '']) =>
    () => ['127.0.0.9', key],
  'WebSockets of one key and many addresses':
    ([key = '']) =>
    (index) => [`127.0.1.${index + 1}`, key],
  'WebSockets of many keys and one address': (keys) => (index) => [
    '127.0.0.9',
    keys[index % keys.length] ?? '',
  ],
  'WebSockets of one key at the address of all':
    ([key = '']) =>
    () => ['127.0.0.1', key],
};

describe('a caller who opens more connections than there are places', () => {
  // @promise P12.1
  it.each(Object.keys(spreads))(
    'closes none of others who hold less: %s',
    async (name) => {
      const eth = [await fakeNode(undo)];
      const service = await testService(undo, { eth, limits: { connections: places } });
      const open = opener(service);
      const keys = await Promise.all(Array.from({ length: 8 }, () => newKey(service)));
      const [first = '', second = '', ...attackers] = keys;
      // Of two keys and an address, older than all that the attacker opens, and never used.
      const others = [
        await open.webSocket('127.0.0.1', first),
        await open.webSocket('127.0.0.1', first),
        await open.webSocket('127.0.0.2', second),
        await open.webSocket('127.0.0.2', second),
      ];
      const plain = await open.plain('127.0.0.3');
      const spread = spreads[name]?.(attackers);
      for (let index = 0; index < places * 2; index += 1) {
        const [address, key] = spread?.(index) ?? ['127.0.0.9'];
        await (key === undefined ? open.plain(address) : open.webSocket(address, key));
      }
      expect(others.map(({ readyState }) => readyState)).toEqual(others.map(() => WebSocket.OPEN));
      expect(plain.closed).toBe(false);
      for (const key of [first, second])
        expect((await rpc(service.url, key, 'eth_call')).status).toBe(200);
    },
    60_000,
  );

  it('loses its own oldest idle WebSocket, with 1013, and keeps those in use', async () => {
    const eth = [await fakeNode(undo)];
    const service = await testService(undo, { eth, limits: { connections: 10 } });
    const open = opener(service);
    const key = await newKey(service);
    const sockets: WebSocket[] = [];
    const closed: [number, number][] = [];
    for (let index = 0; index < 10; index += 1) {
      const socket = await open.webSocket('127.0.0.1', key);
      socket.on('close', (code) => closed.push([index, code]));
      sockets.push(socket);
    }
    // The oldest has said something since.
    sockets[0]?.send('{"jsonrpc":"2.0","id":1,"method":"eth_call"}');
    await once(sockets[0] as WebSocket, 'message');
    await open.plain('127.0.0.2');
    await until(() => closed.length > 0);
    expect(closed).toEqual([[1, 1013]]);
  });

  // @promise P12.1
  it('makes room for a newcomer also if it uses all that it has', async () => {
    const eth = [await fakeNode(undo)];
    const service = await testService(undo, { eth, limits: { connections: 10 } });
    const open = opener(service);
    const key = await newKey(service);
    const head = `POST /v3/${key} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;
    for (let index = 0; index < 10; index += 1) {
      const socket = await open.plain('127.0.0.9');
      socket.write(head);
    }
    const other = await newKey(service);
    const socket = await open.webSocket('127.0.0.1', other);
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });
});
