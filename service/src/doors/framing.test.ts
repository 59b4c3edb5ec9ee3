import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startHaproxy, startNginx } from '../../test/proxies';
import { type Disposal, dispose, fakeNode, get, raw, testService } from '../../test/testService';
import type { Service } from '../service';

const undo: Disposal = [];
let service: Service;
let key: string;
const proxies: Record<string, string> = {};
/** Methods of the calls that have come to the node. */
const asked: string[] = [];
beforeAll(async () => {
  const eth = [
    await fakeNode(undo, ({ method }) => {
      asked.push(method);
      return '0x1';
    }),
  ];
  const limits = { headerMs: 2_000, bodyMs: 2_000 };
  service = await testService(undo, { eth, limits });
  key = (await service.createKey({ plan: 'custom' })).apiKey.key;
  const port = Number(new URL(service.url).port);
  const checked = Number(new URL(service.operationsUrl).port);
  proxies.nginx = await startNginx(undo, [port, port]);
  proxies.HAProxy = await startHaproxy(undo, [port, port], [checked, checked]);
}, 60_000);
afterAll(() => dispose(undo));

const call = '{"jsonrpc":"2.0","id":1,"method":"eth_call"}';
/** A whole request that nobody has sent, in the place of a body. */
const hidden = () =>
  `POST /v3/${key} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 51\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}`;

const post = (headers: string, body = call): string =>
  `POST /v3/${key} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;
const of = (first: string, headers: string, body = ''): string =>
  `${first}\r\n${headers}\r\n${body}`;
const host = 'Host: localhost\r\n';
const length = `Content-Length: ${call.length}\r\n`;
const chunked = `2c\r\n${call}\r\n0\r\n\r\n`;

/** Form, status, and whether the next request on the connection is answered. */
const forms = (): [name: string, text: string, status: number, isKept?: boolean][] => [
  ['length, then chunked', post(`${length}Transfer-Encoding: chunked\r\n`, chunked), 400],
  ['chunked, then length', post(`Transfer-Encoding: chunked\r\n${length}`, chunked), 400],
  ['two lengths', post(`${length}Content-Length: 5\r\n`), 400],
  ['a length twice', post(`${length}${length}`), 400],
  ['a list of lengths', post('Content-Length: 44, 44\r\n'), 400],
  ['a length with a sign', post('Content-Length: +44\r\n'), 400],
  ['a negative length', post('Content-Length: -1\r\n'), 400],
  ['a length in hexadecimal', post('Content-Length: 0x2c\r\n'), 400],
  ['a space before the colon', post(`Content-Length : ${call.length}\r\n`), 400],
  ['a folded line', post('Transfer-Encoding:\r\n chunked\r\n', chunked), 400],
  ['xchunked', post('Transfer-Encoding: xchunked\r\n', chunked), 501],
  ['identity', post('Transfer-Encoding: identity\r\n', chunked), 501],
  [
    'chunked twice',
    post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', chunked),
    400,
  ],
  ['gzip, chunked', post('Transfer-Encoding: gzip, chunked\r\n', chunked), 501],
  [
    'chunked in HTTP/1.0',
    of(`POST /v3/${key} HTTP/1.0`, `${host}Transfer-Encoding: chunked\r\n`, chunked),
    400,
  ],
  ['a chunk size with 0x', post('Transfer-Encoding: chunked\r\n', `0x${chunked}`), 400],
  ['a huge chunk size', post('Transfer-Encoding: chunked\r\n', `ffffffffffffffff${chunked}`), 400],
  ['lines that end in LF', post(length).replaceAll('\r\n', '\n'), 400],
  ['a bare CR in a field', post(`X-A: a\rb\r\n${length}`), 400],
  ['NUL in a field', post(`X-A: a\0b\r\n${length}`), 400],
  ['no Host', of('GET /v1/supportedChainNames HTTP/1.1', ''), 400],
  ['two Hosts', of('GET /v1/supportedChainNames HTTP/1.1', `${host}${host}`), 400],
  ['an empty Host', of('GET /v1/supportedChainNames HTTP/1.1', 'Host:\r\n'), 400],
  ['a Host with a space', of('GET /v1/supportedChainNames HTTP/1.1', 'Host: a b\r\n'), 400],
  ['a Host with a path', of('GET /v1/supportedChainNames HTTP/1.1', 'Host: localhost/x\r\n'), 400],
  ['GET of *', of('GET * HTTP/1.1', host), 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['another expectation', post(`Expect: nothing\r\n${length}`), 417, true],
  ['a content encoding', post(`Content-Encoding: gzip\r\n${length}`), 415, true],
  ['chunked', post('Transfer-Encoding: chunked\r\n', chunked), 200, true],
  [
    'an absolute target',
    of('GET http://localhost/v1/supportedChainNames HTTP/1.1', host),
    200,
    true,
  ],
  [
    'an absolute target of another host',
    of('GET http://evil.example/v1/supportedChainNames HTTP/1.1', host),
    421,
    true,
  ],
  ['OPTIONS of *', of('OPTIONS * HTTP/1.1', host), 204, true],
  [
    'HTTP/1.0 without Host',
    of('GET /v1/supportedChainNames HTTP/1.0', 'Connection: keep-alive\r\n'),
    200,
    true,
  ],
  ['the check of HAProxy', of('OPTIONS / HTTP/1.0', 'Connection: keep-alive\r\n'), 204],
  [
    'an upgrade to h2c',
    of(
      'GET /v1/supportedChainNames HTTP/1.1',
      `${host}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQBAAAAAAIAAAAA\r\n`,
    ),
    200,
    true,
  ],
  [
    'an upgrade to h2c with a body',
    post(`Connection: Upgrade\r\nUpgrade: h2c\r\n${length}`),
    200,
    true,
  ],
  ...['GET', 'HEAD', 'OPTIONS'].map((method): [string, string, number, boolean] => [
    `a body of ${method}`,
    of(
      `${method} /v1/supportedChainNames HTTP/1.1`,
      `${host}Content-Length: ${hidden().length}\r\n`,
      hidden(),
    ),
    method === 'OPTIONS' ? 204 : 200,
    true,
  ]),
];

/** Statuses of the responses in a text. */
const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
/** A request that is to be answered, and ends its connection. */
const last = () => `GET /v3/${key}/credits HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;

describe('a request', () => {
  // @promise P28.1
  it('reads a request in one way or rejects it, and answers its neighbours', async () => {
    for (const [name, text, status, isKept = false] of forms()) {
      const [first, ...others] = statusesIn(
        await raw(service.url, text + last(), { halfClose: true }),
      );
      expect([name, first, others.includes(200)]).toEqual([name, status, isKept]);
      expect((await get(`${service.url}/v3/${key}/credits`)).status).toBe(200);
    }
    expect(asked).not.toContain('eth_blockNumber');
  }, 60_000);

  // @promise P28.1
  it.each(['nginx', 'HAProxy'])(
    'passes no other caller’s request behind %s, whatever the form',
    async (name) => {
      const url = proxies[name] ?? '';
      const neighbour = async () => (await get(`${url}/v3/${key}/credits`)).status;
      expect(await neighbour()).toBe(200);
      for (const [form, text, status] of forms()) {
        const [statuses, ...neighbours] = await Promise.all([
          raw(url, text + last(), { halfClose: true }).then(statusesIn),
          ...Array.from({ length: 4 }, neighbour),
        ]);
        expect([form, ...neighbours, await neighbour()]).toEqual([form, 200, 200, 200, 200, 200]);
        // A proxy refuses some forms itself, and repairs others.
        if (status === 400 && statuses?.[0] !== 200)
          expect(statuses?.[0] ?? 400).toBeGreaterThanOrEqual(400);
      }
      expect(asked).not.toContain('eth_blockNumber');
    },
    60_000,
  );

  // @row ipfs.404
  // @row ipfs.405
  it.each(['nginx', 'HAProxy'])(
    'gets 404 for an unknown path of IPFS and 405 for a wrong method behind %s',
    async (name) => {
      const ask = async (method: string, path: string) =>
        (await fetch(`${proxies[name]}/api/v0/${path}`, { method })).status;
      for (const path of ['', 'shutdown', 'files/rm', 'cat/x']) {
        expect(await ask('POST', path)).toBe(404);
      }
      for (const method of ['GET', 'PUT', 'DELETE']) expect(await ask(method, 'cat')).toBe(405);
    },
  );

  // @promise P28.1
  it.each(['nginx', 'HAProxy'])(
    'does not know the operator’s paths, in any spelling, behind the sample of %s',
    async (name) => {
      for (const path of ['/metrics', '/m%65trics', '/node/metrics', '/he%61lthz', '/readyz'])
        expect((await get(`${proxies[name]}${path}`)).status).toBe(404);
      expect((await get(`${proxies[name]}/v1/supportedChainNames`)).status).toBe(200);
    },
  );
});
