import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Disposal,
  dispose,
  fakeNode,
  get,
  post,
  raw as rawTo,
  rpc,
  testService,
} from '../../test/testService';
import type { Service } from '../service';

const undo: Disposal = [];
let service: Service;
let key: string;
beforeAll(async () => {
  const eth = [await fakeNode(undo)];
  const limits = { bodyBytes: 10_000, bodyMs: 300, headerMs: 300, idleMs: 1_000 };
  service = await testService(undo, { eth, limits });
  key = (await service.createKey({ plan: 'custom' })).apiKey.key;
});
afterAll(() => dispose(undo));

const raw = (text: string, options: { halfClose?: boolean } = {}) =>
  rawTo(service.url, text, options);

const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call' });
const head = (length: number, more = ''): string =>
  `POST /v3/${key} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;

describe('paths and methods', () => {
  // @row ipfs.404
  it('answers 404 to a path that is none', async () => {
    for (const path of [
      '/',
      '/v2/x',
      '/v3',
      '/networks/1/nothing',
      '/api/v0/',
      '/api/v0/shutdown',
    ]) {
      expect((await post(`${service.url}${path}`, '{}')).status).toBe(404);
    }
  });

  // @row ipfs.405
  it('answers 405 and the right method to a wrong one', async () => {
    const wrong = await get(`${service.url}/v3/${key}`);
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('POST');
    const ipfs = await get(`${service.url}/api/v0/cat?arg=x`);
    expect(ipfs.status).toBe(405);
    expect(ipfs.headers.get('allow')).toBe('POST');
    expect(ipfs.body).toMatchObject({ Type: 'error' });
    const gas = await post(`${service.url}/networks/1/baseFeeHistory`, '');
    expect(gas.status).toBe(405);
    expect(gas.headers.get('allow')).toBe('GET, HEAD');
  });

  it('answers 400 to a path that cannot be read, without repeating it', async () => {
    const text = await raw('GET /v3/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).not.toContain('%zz');
  });
});

describe('bodies and headers', () => {
  it('refuses a body that is too large, for 5 credits', async () => {
    const reply = await post(`${service.url}/v3/${key}`, ' '.repeat(10_001));
    expect(reply.status).toBe(413);
    expect(reply.headers.get('x-credits-used')).toBe('5');
  });

  it('refuses a content type that is none of JSON', async () => {
    const reply = await post(`${service.url}/v3/${key}`, call, { 'content-type': 'text/plain' });
    expect(reply.status).toBe(415);
    expect(reply.headers.get('x-credits-used')).toBe('5');
  });

  it('refuses headers that are too large', async () => {
    expect(await raw(head(0, `X-Long: ${'x'.repeat(20_000)}\r\n`))).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('refuses what is no HTTP', async () => {
    expect(await raw('hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('slow and half-closed connections', () => {
  it('ends a request whose headers do not arrive', async () => {
    expect(await raw(`POST /v3/${key} HTTP/1.1\r\nHost: local`)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('ends a request whose body does not arrive', async () => {
    expect(await raw(head(100) + call.slice(0, 10))).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('ends a request whose body nobody waits for', async () => {
    for (const path of ['/nothing', `/v3/${key}0`, `/v3/${key}/credits`]) {
      const method = path.endsWith('credits') ? 'GET' : 'POST';
      const text = await raw(
        `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{`,
      );
      expect(text).toMatch(/^HTTP\/1\.1 (200|401|404) /);
    }
  });

  it('reads the rest of what it has refused, so that its caller learns why', async () => {
    const length = 200_000;
    const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' });
    socket.write(`POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 404 /);
    const ended = once(socket.resume(), 'close');
    for (let sent = 0; sent < length; sent += 10_000) {
      await new Promise((resolve) => socket.write(Buffer.alloc(10_000), resolve));
      await new Promise(setImmediate);
    }
    socket.end();
    // A connection reset would be reported as an error.
    expect(await ended).toEqual([false]);
  });

  it.each(['OPTIONS', 'POST'])(
    'reads what a caller still sends before it ends the connection as asked: %s',
    async (method) => {
      const pieces = 100;
      const port = Number(new URL(service.url).port);
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      let answer = '';
      socket.on('data', (bytes) => {
        answer += bytes;
      });
      const ended = once(socket, 'end');
      const length = 10_000 * pieces;
      socket.write(
        `${method} /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`,
      );
      const write = promisify((bytes: Buffer, done: (error?: Error | null) => void) =>
        socket.write(bytes, done),
      );
      for (let sent = 0; sent < pieces; sent += 1) {
        // Fails once the connection is reset.
        await write(Buffer.alloc(10_000));
        await new Promise(setImmediate);
      }
      await ended;
      socket.destroy();
      expect(answer).toMatch(/^HTTP\/1\.1 (204|404) /);
    },
  );

  it('answers a caller that does not send the rest, and ends its connection', async () => {
    const asked = 'Connection: close\r\nContent-Length: 100\r\n\r\n{';
    expect(await raw(`POST /nothing HTTP/1.1\r\nHost: localhost\r\n${asked}`)).toMatch(
      /^HTTP\/1\.1 404 /,
    );
  });

  it('ends a connection on which nothing happens', async () => {
    expect(await raw('')).not.toMatch(/^HTTP\/1\.1 200 /);
  });

  it('answers a caller that has closed its side after the request', async () => {
    const text = await raw(head(call.length) + call, { halfClose: true });
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).toContain('"result":"0x1"');
  });

  // @promise P24.1
  it('ends a caller that has closed its side in the middle', async () => {
    const text = await raw(head(100) + call.slice(0, 10), { halfClose: true });
    expect(text).not.toContain('"result"');
  });

  // @promise P24.1
  it('serves the others meanwhile', async () => {
    expect((await rpc(service.url, key, 'eth_call')).body).toMatchObject({ result: '0x1' });
  });
});
