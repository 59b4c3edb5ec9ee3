import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { until } from '../../test/testProcess';
import { type Disposal, dispose, fakeNode, get, testService } from '../../test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

// @promise P14.1
it('answers 64 requests of a connection at once in order, and ends it at one more', async () => {
  let asked = 0;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const eth = await fakeNode(undo, async () => {
    asked += 1;
    await held;
    return '0x1';
  });
  const service = await testService(undo, { eth: [eth], limits: { slowCalls: 1_000 } });
  const { key } = (await service.createKey({ plan: 'custom' })).apiKey;
  const send = (count: number): { socket: Socket; ids: number[] } => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    undo.push(async () => socket.destroy());
    const ids: number[] = [];
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const [, id] of chunk.toString().matchAll(/"id":(\d+)/g)) ids.push(Number(id));
    });
    for (let id = 0; id < count; id += 1) {
      const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_call', params: [id] });
      const head = `POST /v3/${key} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
      socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    }
    return { socket, ids };
  };
  const whole = send(64);
  await until(() => asked === 64);
  const many = send(65);
  await until(() => many.socket.destroyed);
  expect(await get(`${service.url}/v3/${key}/credits`)).toMatchObject({ status: 200 });

  release();
  await until(() => whole.ids.length === 64);
  expect(whole.ids).toEqual(Array.from({ length: 64 }, (_, id) => id));
  expect(many.ids).toEqual([]);
});
