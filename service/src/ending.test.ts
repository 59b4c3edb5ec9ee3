import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import WebSocket from 'ws';
import {
  basic,
  type CleanUp,
  cleanUp,
  fakeNode,
  get,
  post,
  type Reply,
  rpc,
  testService,
} from '../test/testService';

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

  it('refuses what comes meanwhile as each API tells its errors', async () => {
    let arrived: () => void = () => undefined;
    const atNode = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const eth = await fakeNode(undo, () => arrived());
    const service = await testService(undo, { eth: [eth], limits: { stopMs: 3_000 } });
    const { apiKey, secret } = await service.createKey({});
    const { key } = apiKey;
    // Stopping waits for the running call.
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/ws/v3/${key}`);
    await once(socket, 'open');
    socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_call"}');
    await atNode;
    const stopped = service.stop();
    const authorization = basic(key, secret ?? '');
    const error = { code: -32603, message: 'The service ends.' };
    const expectRefused = (reply: Reply, body: object): void => {
      expect(reply).toMatchObject({ status: 503, body });
      expect(Object.keys(reply.body as object)).toEqual(Object.keys(body));
      expect(reply.headers.get('retry-after')).toBe('1');
    };
    expectRefused(await rpc(service.url, key, 'eth_call'), { jsonrpc: '2.0', id: null, error });
    for (const path of [`v3/${key}/credits`, 'networks/1/busyThreshold', 'healthz', 'none']) {
      expectRefused(await get(`${service.url}/${path}`, { authorization }), { error });
    }
    const ipfs = await post(`${service.url}/api/v0/version`, '', { authorization });
    expectRefused(ipfs, { Message: error.message, Code: 0, Type: 'error' });
    socket.terminate();
    await stopped;
  });
});
