import type WebSocket from 'ws';

/** A deterministic random generator (mulberry32). */
export const createRandom = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) % below;
  };
};

export type Secrets = { key: string; authorization: string };
/** `isWhole`: a response is expected; otherwise only the end of the connection. */
export type RawRequest = {
  method: string;
  path: string;
  text: string;
  halfClose: boolean;
  isWhole: boolean;
};

const methods = ['GET', 'POST', 'POST', 'POST', 'OPTIONS', 'HEAD', 'PUT', 'DELETE'];
const calls = [
  'eth_chainId',
  'eth_call',
  'eth_getBlockReceipts',
  'eth_sendRawTransaction',
  '',
  'x',
];
const commands = ['add', 'cat', 'object/get', 'block/get', 'block/put', 'dag/get', 'dag/put'];
const values = [
  '0',
  '-1',
  'x',
  '%zz',
  '__proto__',
  'bafkqaaa',
  '%00',
  '..',
  '1e99',
  'a'.repeat(2_000),
];

export const requestMaker = (below: (n: number) => number, { key, authorization }: Secrets) => {
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T; // below its length
  const path = (): string => {
    const one = pick([key, key, key, '0'.repeat(32), ...values]);
    return pick([
      `/v3/${one}`,
      `/v3/${one}`,
      `/v3/${one}`,
      `/v3/${one}/credits`,
      `/ws/v3/${one}`,
      `/networks/${pick(values)}/busyThreshold`,
      `/v3/${one}/networks/1/baseFeeHistory`,
      `/api/v0/${pick(commands)}?arg=${pick(values)}&${pick(values)}=${pick(values)}`,

      '/v1/supportedChainNames',
      '/openapi.json',
      '/',
      `/${pick(values)}`,
    ]);
  };
  const call = (): string =>
    JSON.stringify({
      jsonrpc: pick(['2.0', '2.0', '2.0', '1.0', 2]),
      id: pick([1, 'a', null, {}, -1, 1.5]),
      method: pick(calls),
      params: pick([[], {}, 'x', null, [[[]]], ['0x0', true], [pick(values)]]),
    });
  const body = (): string =>
    pick([
      call(),
      call(),
      call(),
      `[${call()},${call()}]`,
      `[${`${call()},`.repeat(40)}1]`,
      '',
      '{',
      '[]',
      'null',
      '"\ud800"',
      '['.repeat(1 + below(50_000)),
      '{"a":'.repeat(1 + below(9_000)),

      `[${'1,'.repeat(1 + below(2_000))}1]`,
      '\0\xff'.repeat(below(99)),
      ' '.repeat(below(1_200_000)),
    ]);
  const form = (): string =>
    `--b\r\nContent-Disposition: form-data; name="f"; filename="${pick(values)}"\r\n\r\n${body()}\r\n--b--\r\n`;
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];

  /** One of so many requests has the header. */
  const oneIn = (count: number, header: () => string): string[] => {
    if (below(count) > 0) return [];
    return [header()];
  };

  const raw = (): RawRequest => {
    const [method, to] = [pick(methods), path()];
    const type = pick([
      'application/json',
      'application/json',
      'text/plain',
      '',
      'multipart/form-data; boundary=b',
    ]);
    const content = type.startsWith('multipart') ? form() : body();
    const isUpgrade = below(8) === 0;
    const length = Buffer.byteLength(content);
    const headers = [
      `Host: ${pick(['localhost', 'localhost', 'localhost', '127.0.0.1:1', 'evil.example', ''])}`,
      ...oneIn(3, () => `Authorization: ${pick([authorization, 'Basic x', 'Basic', 'Bearer x'])}`),
      ...oneIn(3, () => `Origin: ${pick(['null', 'https://evil.example', 'http://localhost:1'])}`),
      ...oneIn(50, () => `X-Long: ${'x'.repeat(below(40_000))}`),
      ...(type === '' ? [] : [`Content-Type: ${type}`]),
      ...(isUpgrade
        ? [...upgrade, `Sec-WebSocket-Key: ${pick(['AAAAAAAAAAAAAAAAAAAAAA==', 'x'])}`]
        : ['Connection: close']),
      `Content-Length: ${isUpgrade ? 0 : length}`,
    ];
    const head = `${method} ${to} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`;
    const whole = isUpgrade ? head : head + content;
    const fate = below(200);
    // One in 200 arrives slowly without end, one in 20 is truncated, one in 10 is half-closed.
    if (fate < 11) {
      const cut = 1 + below(whole.length);
      return { method, path: to, text: whole.slice(0, cut), halfClose: fate > 0, isWhole: false };
    }
    if (fate === 11)
      return {
        method,
        path: to,
        text: `${pick(values)}\r\n\r\n`,
        halfClose: false,
        isWhole: false,
      };
    // An accepted WebSocket stays open; the cases below cover it.
    const isOpen = isUpgrade && method === 'GET' && to.startsWith('/ws/');
    return { method, path: to, text: whole, halfClose: isOpen || fate < 32, isWhole: !isOpen };
  };

  const socketPath = (): string => `/ws/v3/${pick([key, key, key, key, key, '0'.repeat(32), 'x'])}`;
  const message = (): ((socket: WebSocket) => void) => {
    const text = body() || '{';
    return pick<(socket: WebSocket) => void>([
      (socket) => socket.send(text),
      (socket) => socket.send(call()),
      (socket) => socket.send(`[${call()},${call()}]`),
      (socket) => socket.send(Buffer.from(text)),
      (socket) => socket.send(' '.repeat(1_048_577)),
      // Frames of an unknown kind, half a frame without a close, an end in the middle.
      (socket) => underneath(socket).end(Buffer.from([0x8f, 0xff, below(256), below(256)])),
      (socket) => underneath(socket).end(Buffer.from([0x81, 0xfe, 0x10])),
      (socket) => underneath(socket).end(),
      (socket) => socket.close(1000),
    ]);
  };
  return { raw, socketPath, message };
};

/** The underlying connection, which the client does not expose. */
const underneath = (socket: WebSocket): import('node:net').Socket =>
  (socket as unknown as { _socket: import('node:net').Socket })._socket; // a field of the library
