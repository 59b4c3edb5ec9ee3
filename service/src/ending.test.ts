import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type CleanUp, cleanUp, fakeNode, rpc, testService } from '../test/testService';

const undo: CleanUp = [];
afterEach(() => cleanUp(undo));

describe('the end', () => {
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

  it('is seen at /readyz first, and loses no request of an open connection', async () => {
    const eth = [await fakeNode(undo, () => 'fine')];
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
          const sent = request(`${service.url}${path}`, { agent, method, headers }, (answer) => {
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
    expect(await ask('/livez')).toMatchObject({ status: 200 });
    expect(await ask(`/v3/${key}`, call)).toEqual({ status: 200, connection: 'keep-alive' });
    // Until nobody can connect any more, the open connection is used.
    const other = async (): Promise<boolean> => fetch(`${service.url}/livez`).then(() => true);
    let last = await ask('/livez');
    while (last.connection !== 'close') last = await ask('/livez');
    expect(last.status).toBe(200);
    await expect(other()).rejects.toThrow();
    await stopped;
  });
});
