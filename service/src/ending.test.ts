import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { serviceProcess } from '../test/testProcess';
import {
  type Disposal,
  dispose,
  fakeNode,
  rpc,
  temporaryFolder,
  testService,
} from '../test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

/** Sends the process a signal as soon as it listens for callers, in the last turn of its start. */
const signalAtStart = `
  import { Server } from 'node:net';
  const { listen } = Server.prototype;
  let count = 0;
  Server.prototype.listen = function (...options) {
    this.once('listening', () => (count += 1) === 2 && process.kill(process.pid, 'SIGTERM'));
    return listen.apply(this, options);
  };
`;

describe('the end', () => {
  it('comes by a signal in the last turn of the start', async () => {
    const eth = await fakeNode(undo);
    const args = ['--data', await temporaryFolder(undo), '--eth', eth];
    const preload = `data:text/javascript,${encodeURIComponent(signalAtStart)}`;
    const program = ['--import', 'tsx', '--import', preload, 'src/main.ts'];
    const { ended } = await serviceProcess(undo, args, {}, ['env'], program);
    expect(await ended).not.toBeNull();
  }, 60_000);

  it('finishes what runs and takes nothing new', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let arrived: () => void = () => undefined;
    const atNode = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const eth = await fakeNode(undo, async () => {
      arrived();
      await held;
      return 'late but fine';
    });
    const service = await testService(undo, { eth: [eth] });
    const { key } = (await service.createKey({})).apiKey;
    const running = rpc(service.url, key, 'eth_call');
    await atNode;
    const stopped = service.stop();
    release();
    expect(await running).toMatchObject({ status: 200, body: { result: 'late but fine' } });
    await stopped;
    await expect(rpc(service.url, key, 'eth_call')).rejects.toThrow();
  });

  it('does not wait for a connection that was opened ahead', async () => {
    const service = await testService(undo, { limits: { stopMs: 60_000 } });
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    await rpc(service.url, 'none', 'eth_call');
    const ended = once(socket, 'close');
    await service.stop();
    expect(await ended).toEqual([false]);
  });

  // @promise P12.1
  it('does not wait for a WebSocket that does not say goodbye, nor for a refused one', async () => {
    const eth = await fakeNode(undo, () => undefined);
    const service = await testService(undo, { eth: [eth], limits: { stopMs: 300 } });
    const { key } = (await service.createKey({})).apiKey;
    const { hostname, port } = new URL(service.url);
    const ended = ['GET', 'POST', 'GET'].map(async (method, index) => {
      const path = index === 0 ? `/ws/v3/${key}` : '/ws/v3/none';
      const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
      const upgrade =
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n`);
      await once(socket, 'data');
      socket.resume().on('end', () => socket.end());
      return once(socket, 'close');
    });
    const first = ended[0];
    await Promise.all(ended.slice(1));
    const begun = performance.now();
    await service.stop();
    expect(performance.now() - begun).toBeLessThan(5_000);
    await first;
  });

  it('does not wait for ever', async () => {
    const eth = await fakeNode(undo, () => undefined);
    const service = await testService(undo, { eth: [eth], limits: { stopMs: 100 } });
    const { key } = (await service.createKey({})).apiKey;
    const running = rpc(service.url, key, 'eth_call').catch(() => 'ended');
    await service.stop();
    expect(await running).toBe('ended');
  });

  // @promise P28.1
  it('announces the end at /readyz first, and loses no request of an open connection', async () => {
    const eth = [await fakeNode(undo)];
    const limits = { drainMs: 1_000, lastRequestsMs: 1_000 };
    const service = await testService(undo, { eth, limits });
    const { key } = (await service.createKey({})).apiKey;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    undo.push(async () => agent.destroy());
    const ask = (path: string, body?: string) =>
      new Promise<{ status: number | undefined; connection: string | undefined }>(
        (resolve, reject) => {
          const headers = { 'content-type': 'application/json' };
          const method = body === undefined ? 'GET' : 'POST';
          const url = path === '/readyz' ? service.operationsUrl : service.url;
          const sent = request(`${url}${path}`, { agent, method, headers }, (answer) => {
            answer.resume().once('end', () => {
              const { statusCode: status, headers: got } = answer;
              resolve({ status, connection: got.connection });
            });
          });
          sent.once('error', reject).end(body);
        },
      );
    const call = '{"jsonrpc":"2.0","id":1,"method":"eth_call"}';
    expect(await ask('/readyz')).toEqual({ status: 200, connection: 'keep-alive' });
    const stopped = service.stop();
    expect(await ask('/readyz')).toEqual({ status: 503, connection: 'keep-alive' });
    expect(await ask('/v1/supportedChainNames')).toMatchObject({ status: 200 });
    expect(await ask(`/v3/${key}`, call)).toEqual({ status: 200, connection: 'keep-alive' });
    // Until nobody can connect any more, the open connection is used.
    const other = async (): Promise<boolean> =>
      fetch(`${service.url}/v1/supportedChainNames`).then(() => true);
    let last = await ask('/v1/supportedChainNames');
    while (last.connection !== 'close') last = await ask('/v1/supportedChainNames');
    expect(last.status).toBe(200);
    await expect(other()).rejects.toThrow();
    await stopped;
  });

  const waiting = 12;
  const call = 'GET /v1/supportedChainNames HTTP/1.1\r\nHost: localhost\r\n\r\n';

  /** The loop stands still, as on a busy machine, so that what has come meanwhile is late. */
  const block = (ms: number): void => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  };

  /** The first line of what each connection was told; empty if it was reset. */
  const linesOf = (sockets: readonly Socket[]): Promise<readonly string[]> =>
    Promise.all(
      sockets.map(async (socket) => {
        let told = '';
        socket.on('data', (chunk) => {
          told += chunk;
        });
        socket.on('error', () => undefined);
        await once(socket, 'close');
        return told.split('\r\n')[0] ?? '';
      }),
    );
  const allServed = Array.from({ length: waiting }, () => 'HTTP/1.1 200 OK');

  it('serves connections that the system has accepted, and the service not yet', async () => {
    const service = await testService(undo, {});
    const port = Number(new URL(service.url).port);
    await setImmediate();
    const stopped = service.stop();
    const sockets = Array.from({ length: waiting }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.write(call);
      return socket;
    });
    block(20);
    expect(await linesOf(sockets)).toEqual(allServed);
    await stopped;
  });

  it('serves requests that came on idle connections before the time at which these end', async () => {
    const lastRequestsMs = 200;
    const service = await testService(undo, { limits: { lastRequestsMs } });
    const port = Number(new URL(service.url).port);
    const sockets = Array.from({ length: waiting }, () => connect(port, '127.0.0.1'));
    for (const socket of sockets) await once(socket, 'connect');
    await rpc(service.url, 'none', 'eth_call');
    const stopped = service.stop();
    await setTimeout(lastRequestsMs / 2);
    // Timers come next, before what has been received.
    await setImmediate();
    for (const socket of sockets) socket.write(call);
    block(lastRequestsMs);
    expect(await linesOf(sockets)).toEqual(allServed);
    await stopped;
  });
});
