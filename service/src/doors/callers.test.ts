import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { reachedFromOutside } from '../../../test/stage/reachedFromOutside';
import { type Disposal, dispose, fakeNode, testService } from '../../test/testService';
import type { Service } from '../service';
import { isAllowedOrigin, isServedHost } from './callers';

describe('isServedHost', () => {
  it('serves addresses, loopback names and the names that were given', () => {
    const served = ['localhost', 'LOCALHOST:80', 'a.localhost:1', '127.0.0.1:8545', '[::1]:8545'];
    for (const host of [...served, '192.168.1.4', 'node.example']) {
      expect(isServedHost(host, { hostNames: ['node.example'] })).toBe(true);
    }
  });

  // @promise T36.2
  it('serves no other name, which could be rebound to this machine', () => {
    const others = ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '', 'a b'];
    for (const host of [...others, undefined, 'x@localhost', 'localhost:1:2']) {
      expect(isServedHost(host, { hostNames: ['node.example'] })).toBe(false);
    }
  });
});

describe('isAllowedOrigin', () => {
  it('allows sandboxed and loopback pages, and those that were given', () => {
    const allowed = ['null', 'http://localhost:3000', 'http://127.0.0.1', 'https://app.example'];
    for (const origin of allowed) {
      expect(isAllowedOrigin(origin, { origins: ['https://app.example'] })).toBe(true);
    }
    expect(isAllowedOrigin('https://any.example', { origins: ['*'] })).toBe(true);
  });

  it('allows no other page', () => {
    for (const origin of [
      'https://evil.example',
      'http://localhost.evil.example',
      'http://localhost:80.evil.example',
      'http://localhost/.evil.example',
      'file://',
      '',
    ]) {
      expect(isAllowedOrigin(origin, { origins: [] })).toBe(false);
    }
  });
});

describe('a page that calls', () => {
  const undo: Disposal = [];
  let service: Service;
  let key: string;
  beforeAll(async () => {
    service = await testService(undo, { eth: [await fakeNode(undo)] });
    key = (await service.createKey({ plan: 'custom' })).apiKey.key;
  });
  afterAll(() => dispose(undo));

  // @promise T36.1
  it('refuses connections from other machines by default', async () => {
    expect(await reachedFromOutside(service.url)).toEqual([]);
  });

  /** With headers that `fetch` would not let through. */
  const send = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body = '',
  ): Promise<{ status: number; headers: Record<string, unknown> }> =>
    new Promise((resolve, reject) => {
      const sent = request(`${service.url}${path}`, { method, headers }, (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, headers: response.headers });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  const json = { 'content-type': 'application/json' };
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call' });

  it('answers the preflight of a page with the header of its key', async () => {
    const { status, headers } = await send('OPTIONS', '/networks/1/baseFeeHistory', {
      origin: 'null',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    });
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe('null');
    expect(headers['access-control-allow-headers']).toContain('authorization');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('exposes the credits to a sandboxed page, in errors too', async () => {
    for (const [body, status] of [
      [call, 200],
      ['{', 400],
    ] as const) {
      const reply = await send('POST', `/v3/${key}`, { ...json, origin: 'null' }, body);
      expect(reply.status).toBe(status);
      expect(reply.headers['access-control-allow-origin']).toBe('null');
      expect(reply.headers['access-control-expose-headers']).toContain('x-credits-left');
    }
  });

  // @promise T36.2
  it('rejects another origin before it reads the key', async () => {
    const origin = 'https://evil.example';
    const reply = await send('POST', `/v3/${key}`, { ...json, origin }, call);
    expect(reply.status).toBe(403);
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    expect((await send('POST', '/api/v0/cat?arg=x', { origin })).status).toBe(405);
    const preflight = await send('OPTIONS', `/v3/${key}`, {
      origin,
      'access-control-request-method': 'POST',
    });
    expect(preflight.status).toBe(403);
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
    expect((await send('OPTIONS', '/api/v0/cat', { origin })).status).toBe(405);
  });

  // @promise T36.2
  it('rejects a host name that is not ours', async () => {
    const reply = await send('POST', `/v3/${key}`, { ...json, host: 'evil.example' }, call);
    expect(reply.status).toBe(421);
  });
});
