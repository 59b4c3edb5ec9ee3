import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Service, startService } from '../src/service';
import { nextDayMs } from '../src/stores/day';

/** Cleans up after a test, in reverse order. */
export type Disposal = (() => Promise<unknown>)[];

export const dispose = async (undo: Disposal): Promise<void> => {
  for (const one of undo.splice(0).reverse()) await one();
};

export const temporaryFolder = async (undo: Disposal): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'xnet-service-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

export type Asked = { method: string; params?: unknown; id: unknown };

/** A fake upstream node, which answers with a number. @returns its URL */
export const fakeNode = async (
  undo: Disposal,
  answer: (asked: Asked, response: ServerResponse, request: IncomingMessage) => unknown = () =>
    '0x1',
  isDown: () => boolean = () => false,
  chainId = () => '0x1',
): Promise<string> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      if (isDown()) return response.destroy();
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
      const result =
        asked.method === 'eth_chainId' ? chainId() : await answer(asked, response, request);
      if (response.writableEnded || response.destroyed || result === undefined) return;
      const { id } = asked;
      response.setHeader('content-type', 'application/json');
      response.end(
        typeof result === 'string' && result.startsWith('{')
          ? result
          : JSON.stringify({ jsonrpc: '2.0', id, result }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** The daily usage restarts at 00:00 UTC: a test that would run across it waits until after. */
export const awayFromMidnight = async (takesMs = 40_000): Promise<void> => {
  const now = Date.now();
  const left = nextDayMs(now) - now;
  if (left < takesMs) await setTimeout(left);
};

type Given = Parameters<typeof startService>[0];

/** Starts a service with its own folder. */
export const testService = async (undo: Disposal, given: Given): Promise<Service> => {
  const data = given.data ?? (await temporaryFolder(undo));
  await awayFromMidnight();
  // Without a proxy in front there is nobody to wait for.
  // Tests ask all together from one address.
  const limits = { lastRequestsMs: 0, strangersPerSecond: 1e6, ...given.limits };
  const service = await startService({ logLevel: 'silent', ...given, data, limits });
  undo.push(service.stop);
  return service;
};

export const basic = (key: string, secret: string): string =>
  `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;

export type Reply = { status: number; headers: Headers; body: unknown };

const read = async (asked: Promise<Response>): Promise<Reply> => {
  const response = await asked;
  const { status, headers } = response;
  const isJson = headers.get('content-type')?.includes('json') ?? false;
  return { status, headers, body: await (isJson ? response.json() : response.text()) };
};

export const post = (
  url: string,
  body: string | object,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  read(
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );

export const get = (url: string, headers: Record<string, string> = {}): Promise<Reply> =>
  read(fetch(url, { headers }));

/** Sends one call, with the key in the path. */
export const rpc = (url: string, key: string, method: string, params: unknown[] = []) =>
  post(`${url}/v3/${key}`, { jsonrpc: '2.0', id: 1, method, params });

/** Sends raw bytes. @returns what came back until the service closed the connection */
export const raw = (
  url: string,
  text: string,
  options: { halfClose?: boolean } = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(url);
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => {
      socket.end();
      resolve(Buffer.concat(chunks).toString());
    });
    socket.on('error', reject);
    socket.write(text);
    if (options.halfClose) socket.end();
  });
