import { describe, expect, it } from '@jest/globals';
import { catchError } from '../../../test/catchError';
import { type Fault, startFaultServer } from '../../../test/chain/faultServer';
import { httpEachTest } from '../../../test/chain/httpEachTest';
import { ModuleError } from '../errors';
import { createHttp } from './http';

const CANARY = 'canary0123456789abcdef';
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: {} });
const once = { deadlineMs: 60_000, idempotent: false };
const retried = { deadlineMs: 60_000, idempotent: true };

const at = httpEachTest(startFaultServer);

describe('keys', () => {
  // @promise T23.1
  it.each([301, 302, 307, 308] as const)('sends no key after a redirect (%s)', async (status) => {
    const thief = await startFaultServer();
    at.server.script({ kind: 'redirect', to: thief.url, status });
    const endpoint = { url: at.server.url, headers: { authorization: `Bearer ${CANARY}` } };
    await expect(at.http.post(endpoint, body, once)).rejects.toMatchObject({
      kind: 'nodeUnavailable',
    });
    expect(thief.seen).toEqual([]);
    await thief.stop();
  });

  // @promise T23.1
  it.each([
    'http://node.example/rpc',
    'http://127.0.0.1.node.example/',
    'http://notlocalhost/',
    'ftp://localhost/',
    'ws://localhost/',
    'file:///etc/passwd',
    'nonsense',
    'https://user:password@node.example/',
    'https://user@node.example/',
    'https://:password@node.example/',
  ])('sends no key to %s', async (url) => {
    const asked: unknown[] = [];
    const watched = createHttp({
      ...at.clock,
      fetch: async (...call) => {
        asked.push(call);
        return new Response('1');
      },
    });
    await expect(watched.post({ url }, body, retried)).rejects.toMatchObject({
      kind: 'nodeUnavailable',
      cause: { fault: 'insecure' },
      message: expect.stringMatching(/ (?:only https is allowed|its address .+)\.$/u),
    });
    expect(asked).toEqual([]);
  });

  it.each(['https://node.example', 'http://localhost:1', 'http://127.0.0.1:1', 'http://[::1]:1'])(
    'sends a key to %s',
    async (url) => {
      const answering = createHttp({ ...at.clock, fetch: async () => new Response('1') });
      await expect(answering.post({ url }, body, once)).resolves.toBe(1);
    },
  );

  // @promise T23.1
  it('sends no cookie, no referrer, and no header but what the request needs', async () => {
    const asked: (RequestInit | undefined)[] = [];
    const watched = createHttp({
      ...at.clock,
      fetch: async (_url, init) => {
        asked.push(init);
        return new Response('1');
      },
    });
    const endpoint = { url: 'https://node.example', headers: { 'x-key': CANARY } };
    await watched.post(endpoint, body, once);
    await watched.get(endpoint, { path: '/', deadlineMs: 60_000 });
    const json = 'application/json';
    const alike = { credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error' };
    expect(asked).toEqual([
      {
        ...alike,
        method: 'POST',
        body,
        signal: expect.any(AbortSignal),
        headers: { accept: json, 'content-type': json, 'x-key': CANARY },
      },
      {
        ...alike,
        method: 'GET',
        signal: expect.any(AbortSignal),
        headers: { accept: json, 'x-key': CANARY },
      },
    ]);
  });

  const echo = JSON.stringify({
    error: { message: `project ${CANARY} is unknown, see ?k=${CANARY}` },
  });
  // @promise T22.3
  it.each<[string, Fault]>([
    ['reset', { kind: 'reset' }],
    ['hang', { kind: 'hang' }],
    ['truncate', { kind: 'truncate' }],
    ['garbled', { kind: 'body', body: CANARY }],
    ['401 that repeats the key', { kind: 'status', status: 401, body: echo }],
    ['402 that repeats the key', { kind: 'status', status: 402, body: echo }],
    ['429 that repeats the key', { kind: 'status', status: 429, body: echo }],
    ['503 that repeats the key', { kind: 'status', status: 503, body: echo }],
    ['redirect', { kind: 'redirect', to: `/${CANARY}` }],
    ['too large', { kind: 'hugeBody', bytes: 11_000_000 }],
  ])('keeps the key out of the error after %s', async (_, fault) => {
    at.server.script(fault);
    const endpoint = {
      url: `${at.server.url}/v3/${CANARY}?k=${CANARY}#${CANARY}`,
      headers: { authorization: `Bearer ${CANARY}`, 'x-key': CANARY },
    };
    const failed = catchError(at.http.post(endpoint, body, once));
    await at.server.received(1);
    if (fault.kind === 'hang') at.clock.advance(10_000);
    const error = await failed;
    expect(error).toBeInstanceOf(ModuleError);
    expect(everyTextOf(error)).not.toContain(CANARY);
    expect(everyTextOf(error)).toContain('127.0.0.1');
  });
});

/** Message, stack, data and the whole chain of causes, own and hidden properties alike. */
function everyTextOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const parts = Object.getOwnPropertyNames(error).map((name) =>
    everyTextOf((error as Record<string, unknown>)[name]),
  );
  return [String(error), ...parts].join('\n');
}
