import { connect } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { serviceProcess } from '../../test/testProcess';
import { type Disposal, dispose, fakeNode, temporaryFolder } from '../../test/testService';
import { openLmdbStore } from '../stores/lmdb';
import { makeKey } from './apiKey';

const undo: Disposal = [];
afterEach(() => dispose(undo));

it('gives a key all its WebSockets, and not one more', async () => {
  const data = await temporaryFolder(undo);
  const store = openLmdbStore(data);
  const { apiKey } = makeKey({ plan: 'custom' }, Date.now());
  await store.putKey(apiKey);
  await store.close();
  const eth = await fakeNode(undo);
  const { url = '' } = await serviceProcess(undo, ['--data', data, '--eth', eth]);
  const { port, host } = new URL(url);
  const sockets = new Set<ReturnType<typeof connect>>();
  undo.push(async () => {
    for (const socket of sockets) socket.destroy();
  });
  const upgrade = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1');
      sockets.add(socket);
      socket.on('error', reject);
      socket.once('data', (head) => resolve(head.toString().slice(9, 12)));
      const headers = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
      const nonce = `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`;
      socket.write(`GET /ws/v3/${apiKey.key} HTTP/1.1\r\nHost: ${host}\r\n${headers}${nonce}`);
    });
  const statuses: string[] = [];
  while (statuses.length < 2_100) {
    statuses.push(...(await Promise.all(Array.from({ length: 100 }, upgrade))));
  }
  expect(statuses.filter((status) => status === '101')).toHaveLength(2_000);
  expect(statuses.filter((status) => status === '503')).toHaveLength(100);
  // Closed sockets free their slots.
  for (const socket of [...sockets].slice(0, 10)) socket.destroy();
  let again = await upgrade();
  while (again === '503') again = await upgrade();
  expect(again).toBe('101');
}, 60_000);
