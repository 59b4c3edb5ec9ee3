import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import {
  basic,
  type Disposal,
  dispose,
  fakeNode,
  get,
  post,
  testService,
} from '../../test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

const [user, password] = ['user-of-the-node', 'p4ss/word'];
const inPath = 'key-in-the-path';
const inQuery = 'key-in-the-query';
const login = Buffer.from(`${user}:${password}`).toString('base64');
const keys = [user, password, inPath, inQuery, login];
const addressAt = (url: string): string =>
  url
    .replace('://', `://${user}:${encodeURIComponent(password)}@`)
    .concat(`/v3/${inPath}?k=${inQuery}`);

const message = `no project: ${keys.join(' ')}`;
const hidden = 'no project: … … … … …';
const data = { [inPath]: keys, reason: 'execution reverted', code: 7 };
const errorOf = (id: unknown) => ({ jsonrpc: '2.0', id, error: { code: -32000, message, data } });
const told = (id: unknown) => ({
  jsonrpc: '2.0',
  id,
  error: {
    code: -32000,
    message: hidden,
    data: { '…': Array(5).fill('…'), reason: 'execution reverted', code: 7 },
  },
});

/** A node that repeats its whole URL in every error, or sends the given response. */
const open = async (ipfs?: string, sent?: (response: ServerResponse) => unknown) => {
  const batches: number[] = [];
  const url = await fakeNode(undo, (asked, response) => {
    if (sent !== undefined) return sent(response);
    const each = (one: { id: unknown }) => errorOf(one.id);
    if (Array.isArray(asked)) batches.push(asked.length);
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(each) : each(asked)));
    return undefined;
  });
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(sockets, 'listening');
  undo.push(async () => {
    for (const socket of sockets.clients) socket.terminate();
    await new Promise((resolve) => sockets.close(resolve));
  });
  sockets.on('connection', (socket) =>
    socket.on('message', (text) => {
      const { id, method } = JSON.parse(text.toString()) as { id: unknown; method: string };
      const isChain = method === 'eth_chainId';
      socket.send(JSON.stringify(isChain ? { jsonrpc: '2.0', id, result: '0x1' } : errorOf(id)));
    }),
  );
  const lines: string[] = [];
  const { port } = sockets.address() as AddressInfo; // a TCP server that listens has one
  const service = await testService(undo, {
    eth: [addressAt(url)],
    ethSocket: [addressAt(`ws://127.0.0.1:${port}`)],
    logLevel: 'debug',
    log: { write: (line: string) => lines.push(line) },
    ...(ipfs && { ipfs: addressAt(ipfs) }),
  });
  const { apiKey, secret } = await service.createKey({ plan: 'custom' });
  return {
    service,
    key: apiKey.key,
    authorization: basic(apiKey.key, secret ?? ''),
    lines,
    batches,
  };
};

const call = (id: number, method = 'eth_call', params: unknown[] = []) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

// @promise P17.1
it('hides the keys in errors over HTTP, of one call or of several, in the log and in the metrics', async () => {
  const { service, key, lines, batches } = await open();
  const at = `${service.url}/v3/${key}`;
  expect((await post(at, call(5))).body).toEqual(told(5));
  // The node rejects the id as well.
  expect((await post(at, [call(5), call(6)])).body).toEqual([told(5), told(6)]);
  const balances = [7, 8].map((id) => call(id, 'eth_getBalance', [`0x${id}`, 'latest']));
  expect((await post(at, balances)).body).toEqual([told(7), told(8)]);
  expect(batches).toEqual([2]);
  const metrics = (await get(`${service.operationsUrl}/metrics`)).body;
  for (const one of keys) {
    expect(lines.join('')).not.toContain(one);
    expect(metrics).not.toContain(one);
  }
});

const everywhere = Object.fromEntries(keys.map((each) => [each, keys]));
const paramsOf: Readonly<Record<string, unknown[]>> = {
  eth_getProof: [`0x${'11'.repeat(20)}`, [], 'latest'],
  eth_getBlockByNumber: ['latest', false],
};
// @promise P17.1
it.each<[string, string, (response: ServerResponse) => unknown]>([
  ['text', 'eth_getProof', () => message],
  ['object', 'eth_getBlockByNumber', () => everywhere],
  ['list', 'eth_getBlockReceipts', () => [everywhere]],
  [
    'proof',
    'eth_getProof',
    () => ({ ...everywhere, accountProof: keys, storageProof: [everywhere] }),
  ],
  ['reply that is no JSON', 'eth_gasPrice', (to) => void to.end(message)],
  [
    'reply that is no HTTP',
    'eth_gasPrice',
    ({ socket }) => void socket?.end(`HTTP/1.1 200 OK\r\n${message}\u0001\r\n\r\n`),
  ],
  ['status', 'eth_gasPrice', (to) => void to.writeHead(500, message).end(message)],
])(
  'hides the keys in errors and log if a node sends nonsense: a %s',
  async (_what, method, sent) => {
    const { service, key, lines } = await open(undefined, sent);
    const params = paramsOf[method] ?? ['latest'];
    const reply = await post(`${service.url}/v3/${key}`, call(5, method, params));
    expect(reply.status).toBe(502);
    const log = lines.join('');
    expect(log).toContain('a call was refused or failed');
    for (const one of keys) expect(JSON.stringify(reply.body) + log).not.toContain(one);
  },
);

// @promise P17.1
it('hides the keys in errors over a WebSocket', async () => {
  const { service, key } = await open();
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/ws/v3/${key}`);
  undo.push(async () => socket.terminate());
  await once(socket, 'open');
  for (const asked of [call(5), call(6, 'eth_subscribe', ['newHeads'])]) {
    socket.send(JSON.stringify(asked));
    const [text] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(text.toString())).toEqual(told(asked.id));
  }
});

const cid = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy';
const pinError = { Root: { Cid: { '/': cid }, PinErrorMsg: message } };
// @promise P17.1
it.each<[string, string, number, Record<string, unknown>, (response: ServerResponse) => void]>([
  [
    'refusal',
    'cat',
    500,
    { Message: hidden },
    (to) => to.writeHead(500).end(JSON.stringify({ Message: message })),
  ],
  [
    'refusal in plain text',
    'cat',
    400,
    { Message: hidden },
    (to) => to.writeHead(400, { 'content-type': 'text/plain' }).end(message),
  ],
  [
    'trailer',
    'cat',
    500,
    { Message: hidden },
    (to) => {
      to.writeHead(200, { trailer: 'X-Stream-Error' }).flushHeaders();
      to.addTrailers({ 'X-Stream-Error': message });
      to.end();
    },
  ],
  [
    'line of an upload',
    'add',
    500,
    { Message: hidden },
    (to) => to.end(`${JSON.stringify({ Type: 'error', Message: message })}\n`),
  ],
  [
    'root that it does not pin',
    'dag/import',
    200,
    { Root: { PinErrorMsg: hidden } },
    (to) => to.setHeader('content-type', 'application/json').end(`${JSON.stringify(pinError)}\n`),
  ],
])(
  'hides the keys in all that an IPFS node says of a failure: a %s',
  async (_in, command, status, body, tell) => {
    const server = createServer((request, response) => {
      request.resume();
      request.on('end', () => tell(response));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    undo.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo; // a TCP server that listens has one
    const { service, authorization } = await open(`http://127.0.0.1:${port}`);
    const form = new FormData();
    form.append('file', new Blob(['content']), 'name');
    const reply = await fetch(`${service.url}/api/v0/${command}?arg=${cid}`, {
      method: 'POST',
      headers: { authorization },
      ...(command === 'cat' ? {} : { body: form }),
    });
    expect(reply.status).toBe(status);
    expect(await reply.json()).toMatchObject(body);
  },
);
