import { connect } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { until } from '../../test/testProcess';
import { type CleanUp, cleanUp, fakeNode, get, testService } from '../../test/testService';

const undo: CleanUp = [];
afterEach(() => cleanUp(undo));

/** More than the system keeps of what nobody reads. */
const count = 2_000;
const padding = 'x'.repeat(10_000);

it('works on 64 requests of a connection at once and reads no more of it, and answers all in order', async () => {
  let asked = 0;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const eth = await fakeNode(undo, async () => {
    asked += 1;
    await held;
    return 'fine';
  });
  const service = await testService(undo, {
    eth: [eth],
    limits: { slowCalls: 2 * count, headerMs: 300 },
  });
  const [one = '', other = ''] = await Promise.all(
    [1, 2].map(async () => (await service.createKey({ plan: 'custom' })).apiKey.key),
  );
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  undo.push(async () => socket.destroy());
  const ids: number[] = [];
  socket.on('data', (chunk) => {
    for (const [, id] of chunk.toString().matchAll(/"id":(\d+)/g)) ids.push(Number(id));
  });
  for (let id = 0; id < count; id += 1) {
    const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_call' });
    const head = `POST /v3/${one} HTTP/1.1\r\nHost: localhost\r\nX-Padding: ${padding}\r\n`;
    const of = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    socket.write(head + of + body);
  }
  await until(() => asked >= 64);
  // Longer than headers may take, which is looked at twice a second.
  const end = performance.now() + 2_000;
  while (performance.now() < end) {
    expect(await get(`${service.url}/v3/${other}/credits`)).toMatchObject({ status: 200 });
  }
  expect(asked).toBe(64);
  expect(socket.writableLength).toBeGreaterThan((count * padding.length) / 4);

  release();
  await until(() => ids.length === count);
  expect(ids).toEqual(Array.from({ length: count }, (_, id) => id));
  expect(asked).toBe(count);
}, 60_000);
