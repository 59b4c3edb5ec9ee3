import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import WebSocket from 'ws';
import { serviceProcess } from '../../../test/testProcess';
import {
  type Disposal,
  dispose,
  fakeNode,
  get,
  raw,
  rpc,
  temporaryFolder,
  testService,
} from '../../../test/testService';
import type { Service } from '../../service';

const undo: Disposal = [];
let service: Service;
let key: string;
beforeAll(async () => {
  const eth = [await fakeNode(undo)];
  service = await testService(undo, { eth, limits: { connections: 50, socketsPerKey: 3 } });
  key = (await service.createKey({ plan: 'custom' })).apiKey.key;
});
afterAll(() => dispose(undo));

const upgrade =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
const head = (first: string, more = upgrade, host = 'localhost'): string =>
  `${first} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;

describe('an upgrade that is refused', () => {
  // @promise P12.1
  it('answers why, and ends the connection itself', async () => {
    const evil = `${upgrade}Origin: https://evil.example\r\n`;
    const refused: [string, number][] = [
      [head(`GET /ws/v3/${key}`, evil), 403],
      [head(`GET /ws/v3/${key}`, upgrade, 'evil.example'), 421],
      [head('GET /ws/v3/none'), 401],
      [head('GET /ws/v3/%zz'), 400],
      [head(`POST /ws/v3/${key}`), 405],
      [head(`GET /v3/${key}/credits`), 200],
      [head('GET /nothing'), 404],
      [head(`GET /ws/v3/${key}`, `${upgrade}Host: localhost\r\n`), 400],
      [head(`GET /ws/v3/${key}`, upgrade.replace('Version: 13', 'Version: 1')), 400],
    ];
    for (const [text, status] of refused) {
      // Reads until the service closes the connection, as this side stays open.
      expect(await raw(service.url, text)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    }
  });

  // @promise P12.1
  it('keeps nobody out, however often it comes', async () => {
    const evil = head(`GET /ws/v3/${key}`, `${upgrade}Origin: https://evil.example\r\n`);
    for (let round = 0; round < 10; round += 1) {
      const texts = await Promise.all(Array.from({ length: 40 }, () => raw(service.url, evil)));
      expect(texts.every((text) => text.startsWith('HTTP/1.1 403 '))).toBe(true);
    }
    expect((await rpc(service.url, key, 'eth_call')).status).toBe(200);
  });

  it('leaves nothing on a connection, however many it declines there', async () => {
    const eth = await fakeNode(undo);
    const data = await temporaryFolder(undo);
    const { url = '', told } = await serviceProcess(undo, ['--data', data, '--eth', eth]);
    const h2c = head('GET /openapi.json', 'Connection: Upgrade\r\nUpgrade: h2c\r\n');
    const last = head('GET /openapi.json', 'Connection: close\r\n');
    const text = await raw(url, h2c.repeat(12) + last);
    expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(13);
    // The runtime warns of an eleventh listener.
    expect(told()).toBe('');
  });

  // @promise P12.1
  it.each([
    ['a route that waits', '/v1/supportedChainNames'],
    ['a route that answers at once', '/openapi.json'],
  ])('answers each of many on one connection to %s, in turn', async (_name, path) => {
    const h2c = head(`GET ${path}`, 'Connection: Upgrade\r\nUpgrade: h2c\r\n');
    const plain = head(`GET ${path}`, '');
    const last = head('GET /nothing', 'Connection: close\r\n');
    const text = await raw(service.url, h2c.repeat(5) + plain + h2c + plain.repeat(2) + h2c + last);
    expect(text.match(/HTTP\/1\.1 \d+ /g)).toEqual([
      ...Array(10).fill('HTTP/1.1 200 '),
      'HTTP/1.1 404 ',
    ]);
  });

  it('answers 426 to a request for no upgrade', async () => {
    const reply = await get(`${service.url}/ws/v3/${key}`);
    expect(reply.status).toBe(426);
    expect(reply.headers.get('upgrade')).toBe('websocket');
  });

  it('refuses another WebSocket to a key that has as many as it may', async () => {
    const url = `${service.url.replace('http', 'ws')}/ws/v3/${key}`;
    const open = await Promise.all(
      [1, 2, 3].map(async () => {
        const socket = new WebSocket(url);
        await once(socket, 'open');
        return socket;
      }),
    );
    expect(await raw(service.url, head(`GET /ws/v3/${key}`))).toMatch(/^HTTP\/1\.1 503 /);
    for (const socket of open) {
      socket.close();
      await once(socket, 'close');
    }
    const again = new WebSocket(url);
    await once(again, 'open');
    again.close();
  });
});

describe('connections on which nothing happens', () => {
  // @promise P12.1
  it('closes the oldest idle connections for new ones', async () => {
    const { port, hostname } = new URL(service.url);
    const idle: Socket[] = [];
    const ended: number[] = [];
    for (let number = 0; number < 60; number += 1) {
      const socket = connect(Number(port), hostname);
      socket.once('close', () => ended.push(number));
      await once(socket, 'connect');
      idle.push(socket);
    }
    // On a new connection, which needs room; an open one would not.
    expect(
      await raw(service.url, head('GET /v1/supportedChainNames', 'Connection: close\r\n')),
    ).toMatch(/^HTTP\/1\.1 200 /);
    expect(ended.slice(0, 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(ended).not.toContain(59);
    for (const socket of idle) socket.destroy();
  });
});
