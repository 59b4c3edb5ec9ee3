import { describe, expect, it } from '@jest/globals';
import { catchError } from '../../../test/catchError';
import { type Fault, startFaultServer } from '../../../test/chain/faultServer';
import { httpEachTest } from '../../../test/chain/httpEachTest';
import type { ErrorKind } from '../errors';
import { createHttp } from './http';

const KEY = '0123456789abcdef';
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: {} });
const fine = { jsonrpc: '2.0', id: 1, result: 'fine' };
const once = { deadlineMs: 60_000, idempotent: false };
const retried = { deadlineMs: 60_000, idempotent: true };

const at = httpEachTest(startFaultServer);

const post = (options = once) => at.http.post({ url: at.server.url }, body, options);
it('posts JSON with the headers of the endpoint and answers parsed JSON', async () => {
  const endpoint = { url: `${at.server.url}/rpc`, headers: { 'x-api-key': KEY } };
  await expect(at.http.post(endpoint, body, once)).resolves.toEqual(fine);
  const [seen] = at.server.seen;
  expect(seen?.body).toBe(body);
  expect(seen?.headers).toMatchObject({
    'x-api-key': KEY,
    'content-type': 'application/json',
  });
  expect(seen?.headers).not.toHaveProperty('cookie');
  expect(seen?.headers).not.toHaveProperty('referer');
});

describe('an idempotent request', () => {
  it.each<[string, Fault]>([
    ['a connection reset', { kind: 'reset' }],
    ['a truncated body', { kind: 'truncate' }],
    ['HTML with 502', { kind: 'status', status: 502 }],
    ['HTML with 503', { kind: 'status', status: 503 }],
    ['HTML with 200', { kind: 'body', body: '<html></html>' }],
    ['bytes that are no UTF-8', { kind: 'body', body: Uint8Array.of(0x22, 0xff, 0x22) }],
  ])('repeats after %s', async (_, fault) => {
    at.server.script(fault);
    await expect(post(retried)).resolves.toEqual(fine);
    expect(at.server.seen).toHaveLength(2);
    expect(at.clock.pauses).toEqual([100]);
  });

  it('repeats after a time limit', async () => {
    at.server.script({ kind: 'hang' });
    const answer = post(retried);
    await at.server.received(1);
    at.clock.advance(10_000);
    await expect(answer).resolves.toEqual(fine);
  });

  it.each([
    ['seconds', () => '2'],
    ['an HTTP date', () => new Date(at.clock.now() + 2_000).toUTCString()],
  ])('waits for Retry-After in %s', async (_, header) => {
    at.server.script({ kind: 'status', status: 429, headers: { 'retry-after': header() } });
    await expect(post(retried)).resolves.toEqual(fine);
    expect(at.clock.pauses).toEqual([2_000]);
  });

  it('waits for backoff_seconds in the body', async () => {
    const told = { error: { code: -32005, message: 'slow', data: { backoff_seconds: 4 } } };
    at.server.script({ kind: 'status', status: 429, body: JSON.stringify(told) });
    await expect(post(retried)).resolves.toEqual(fine);
    expect(at.clock.pauses).toEqual([4_000]);
  });

  it('stops once the limit of the day is used up', async () => {
    at.server.script({ kind: 'status', status: 402 });
    await expect(post(retried)).rejects.toMatchObject({ kind: 'limitExceeded' });
    await expect(post(retried)).rejects.toMatchObject({ kind: 'limitExceeded' });
    expect(at.server.seen).toHaveLength(1);
  });
});

describe('any other request', () => {
  it.each<[string, Fault, ErrorKind, string]>([
    ['a connection reset', { kind: 'reset' }, 'nodeUnavailable', 'dropped'],
    ['a truncated body', { kind: 'truncate' }, 'nodeUnavailable', 'dropped'],
    ['HTTP 500', { kind: 'status', status: 500 }, 'nodeUnavailable', 'serverError'],
    ['HTTP 502', { kind: 'status', status: 502 }, 'nodeUnavailable', 'serverError'],
    ['HTTP 503', { kind: 'status', status: 503 }, 'nodeUnavailable', 'serverError'],
    ['HTTP 408', { kind: 'status', status: 408 }, 'nodeUnavailable', 'serverError'],
    ['HTTP 429', { kind: 'status', status: 429 }, 'limitExceeded', 'rate'],
    ['HTTP 402', { kind: 'status', status: 402 }, 'limitExceeded', 'quota'],
    ['HTTP 401', { kind: 'status', status: 401 }, 'nodeFault', 'refused'],
    ['HTTP 404', { kind: 'status', status: 404 }, 'nodeFault', 'refused'],
    ['a body that is not JSON', { kind: 'body', body: 'no' }, 'nodeFault', 'garbled'],
    ['an empty body', { kind: 'body', body: '' }, 'nodeFault', 'garbled'],
  ])('fails once after %s', async (_, fault, kind, cause) => {
    at.server.script(fault);
    await expect(post()).rejects.toMatchObject({ kind, cause: { fault: cause } });
    expect(at.server.seen).toHaveLength(1);
  });

  it('distinguishes a connection that was never made from one that broke', async () => {
    await at.server.stop();
    await expect(post()).rejects.toMatchObject({
      kind: 'nodeUnavailable',
      cause: { fault: 'unsent' },
    });
  });

  it('names CORS if a browser gives no reason, and not if a response has begun', async () => {
    const inBrowser = (fetch: typeof globalThis.fetch) =>
      catchError(createHttp({ ...at.clock, fetch }).post({ url: at.server.url }, body, once));
    const unread = await inBrowser(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(unread).toMatchObject({ kind: 'nodeUnavailable', cause: { fault: 'dropped' } });
    for (const part of ['CORS', 'access-control-allow-origin: *', 'OPTIONS', 'content-type'])
      expect(unread.message).toContain(part);
    const broken = new ReadableStream({
      start: (controller) => controller.error(new TypeError('network error')),
    });
    const cut = await inBrowser(async () => new Response(broken, { status: 200 }));
    expect(cut).toMatchObject({ cause: { fault: 'dropped' } });
    expect(cut.message).not.toContain('CORS');
  });

  it('fails when its time is over, although headers came', async () => {
    const slow = createHttp({
      ...at.clock,
      fetch: async () => new Response(new ReadableStream({ start() {} }), { status: 200 }),
    });
    const answer = catchError(slow.post({ url: at.server.url }, body, once));
    at.clock.advance(10_000);
    const late = await answer;
    expect(late).toMatchObject({ kind: 'nodeUnavailable', cause: { fault: 'timeout' } });
    expect(late.message).toContain('did not answer within 10 s.');
  });
});

describe('limits', () => {
  it('passes on the reason that the provider gives for a limit', async () => {
    const told = { error: { code: 402, message: 'Payment Required', details: 'Daily limit.' } };
    at.server.script({ kind: 'status', status: 402, body: JSON.stringify(told) });
    const error = await catchError(post());
    expect(error).toMatchObject({ kind: 'limitExceeded', data: { reason: 'Daily limit.' } });
    expect(error.message).toContain('daily allowance');
  });

  it('shows no HTML as the reason', async () => {
    at.server.script({ kind: 'status', status: 429, headers: { 'retry-after': '90' } });
    const error = await catchError(post());
    expect(error.data.reason).toBe('HTTP 429');
    expect(error.message).toContain('Ask again in 90 s.');
  });

  // @promise T23.1
  it.each([[true], [false]])(
    'stops at a body that is too large (length told: %s)',
    async (declared) => {
      at.server.script({ kind: 'hugeBody', bytes: 300_000, declared });
      const answer = at.http.post({ url: at.server.url }, body, { ...once, maxBytes: 200_000 });
      await expect(answer).rejects.toMatchObject({
        kind: 'nodeFault',
        cause: { fault: 'tooLarge' },
      });
    },
  );

  it.each([{ 'content-length': '9' }, {}])(
    'ends the request whose answer is too large (%j)',
    async (headers: HeadersInit) => {
      const signals: unknown[] = [];
      const watched = createHttp({
        ...at.clock,
        fetch: async (_, request) => {
          signals.push(request?.signal);
          return new Response('"endless"', { headers });
        },
      });
      const answer = watched.post({ url: at.server.url }, body, { ...once, maxBytes: 8 });
      await expect(answer).rejects.toMatchObject({ cause: { fault: 'tooLarge' } });
      expect(signals).toEqual([expect.objectContaining({ aborted: true })]);
    },
  );

  it('reads no more of an error than is told of it', async () => {
    const hugeError = (length: number) =>
      at.server.script({
        kind: 'status',
        status: 429,
        body: `{"message":"${'x'.repeat(length)}"}`,
      });
    hugeError(60_000);
    expect((await catchError(post())).data.reason).toBe('x'.repeat(500));
    hugeError(70_000);
    expect((await catchError(post())).data.reason).toBe('HTTP 429');
  });

  it('accepts a body of up to 10 MiB if nothing else is said', async () => {
    at.server.script(
      { kind: 'hugeBody', bytes: 10 * 2 ** 20 },
      { kind: 'hugeBody', bytes: 10 * 2 ** 20 + 1 },
    );
    await expect(post()).resolves.toHaveLength(10 * 2 ** 20 - 2);
    await expect(post()).rejects.toMatchObject({ cause: { fault: 'tooLarge' } });
  });

  it('counts the text if the runtime gives no stream', async () => {
    const textOnly = createHttp({
      ...at.clock,
      fetch: async () =>
        ({
          ok: true,
          status: 200,
          headers: new Headers(),
          body: null,
          text: async () => '"äää"',
        }) as Response,
    });
    const asked = (maxBytes: number) =>
      textOnly.post({ url: at.server.url }, body, { ...once, maxBytes });
    await expect(asked(8)).resolves.toBe('äää');
    await expect(asked(7)).rejects.toMatchObject({ cause: { fault: 'tooLarge' } });
  });
});

it.each([400, 500])('treats a JSON-RPC error with HTTP %s as an answer', async (status) => {
  const reply = { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Bad params' } };
  at.server.script({ kind: 'status', status, body: JSON.stringify(reply) });
  await expect(post()).resolves.toEqual(reply);
});

it.each([
  [429, 'limitExceeded'],
  [401, 'nodeFault'],
  [503, 'nodeUnavailable'],
])('prefers HTTP %s to a JSON-RPC error in its body', async (status, kind) => {
  const reply = { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'No.' } };
  at.server.script({ kind: 'status', status, body: JSON.stringify(reply) });
  await expect(post()).rejects.toMatchObject({ kind });
});
