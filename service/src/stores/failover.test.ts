import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { startRedis } from '../../test/startRedis';
import { type Disposal, dispose } from '../../test/testService';
import { openStore } from './openStore';

const undo: Disposal = [];
afterEach(() => dispose(undo));

it('connects to the server behind its address when the last one follows another', async () => {
  const sockets = [await startRedis(undo), await startRedis(undo)].map(
    (url) => new URL(url).pathname,
  );
  const [first = '', second = ''] = sockets;
  let leadsTo = first;
  const address = createServer((caller) => {
    const server = connect(leadsTo);
    for (const socket of [caller, server]) socket.on('error', () => undefined);
    caller.pipe(server).pipe(caller);
    caller.on('close', () => server.destroy());
  });
  await new Promise<void>((resolve) => address.listen(0, '127.0.0.1', resolve));
  undo.push(() => new Promise((resolve) => address.close(resolve)));
  const { port } = address.address() as AddressInfo; // a TCP server that listens has one
  const store = await openStore({ data: '', store: `redis://127.0.0.1:${port}` });
  undo.push(store.close);
  await store.pin('k', 'before');

  const operator = new Redis({ path: first });
  await operator.replicaof('127.0.0.1', 1);
  operator.disconnect();
  leadsTo = second;
  // The connection to the old primary is healthy and would stay open.
  await expect(store.pin('k', 'refused')).rejects.toThrow('READONLY');
  expect(await store.pin('k', 'after')).toBe(true);
  expect(await store.pins('k')).toEqual(['after']);
});
