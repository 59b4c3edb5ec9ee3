import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { findProgram } from '../../test/startRedis';
import { type Disposal, dispose, temporaryFolder } from '../../test/testService';
import { getDay } from './day';
import { openStore } from './openStore';
import type { Expense } from './store';

const undo: Disposal = [];
afterEach(() => dispose(undo));

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** A server on a port of loopback, which is killed at the end. */
const serve = async (args: readonly string[] = [], conf = '') => {
  const port = await freePort();
  const folder = await temporaryFolder(undo);
  const file = join(folder, 'server.conf');
  await writeFile(file, conf);
  const own = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const child = spawn(findProgram(), [file, ...own, ...args], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  undo.push(kill);
  const admin = new Redis({ port, lazyConnect: true });
  admin.on('error', () => undefined);
  undo.push(async () => admin.disconnect());
  await eventually(async () => (await admin.ping()) === 'PONG');
  return { port, admin, kill };
};

const eventually = async (isSo: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + 40_000;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) throw new Error('It did not come to that.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

const nowMs = Date.UTC(2026, 0, 1, 12);
const expense = (id: string, key: string): Expense => ({
  id,
  key,
  cost: 80,
  nowMs,
  day: getDay(nowMs),
  perDay: 1_000,
  perSecond: 1_000_000,
  ownPerDay: undefined,
  ownPerSecond: undefined,
});

describe('a cluster', () => {
  it('counts the credits of each key on the node that has it', async () => {
    const asOne = ['--cluster-enabled', 'yes'];
    const nodes = [await serve(asOne), await serve(asOne)];
    const [one, two] = nodes;
    await one?.admin.call('CLUSTER', 'ADDSLOTSRANGE', '0', '8000');
    await two?.admin.call('CLUSTER', 'ADDSLOTSRANGE', '8001', '16383');
    await one?.admin.call('CLUSTER', 'MEET', '127.0.0.1', String(two?.port));
    await eventually(async () =>
      (await Promise.all(nodes.map(({ admin }) => admin.call('CLUSTER', 'INFO')))).every((info) =>
        String(info).includes('cluster_state:ok'),
      ),
    );
    const data = await temporaryFolder(undo);
    const store = await openStore({ data, store: `redis-cluster://127.0.0.1:${one?.port}` });
    undo.push(store.close);
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const each = expense(`1${key}`, key);
      expect(await store.spend(each)).toEqual({ granted: true, used: 80 });
      expect(await store.settle({ ...each, keep: 5 })).toBe(5);
      expect(await store.pin(key, 'cid', { atMost: 1 })).toBe(true);
    }
    const kept = await Promise.all(nodes.map(({ admin }) => admin.dbsize()));
    expect(kept.every((count) => count > 3)).toBe(true);
  });
});

describe('a Sentinel', () => {
  it('names the server, and the next one when that is gone', async () => {
    const first = await serve();
    const second = await serve([], `replicaof 127.0.0.1 ${first.port}\n`);
    await eventually(async () =>
      (await second.admin.info('replication')).includes('master_link_status:up'),
    );
    const watch = `sentinel monitor main 127.0.0.1 ${first.port} 1\n`;
    const sentinel = await serve(
      ['--sentinel'],
      `${watch}sentinel down-after-milliseconds main 1000\n`,
    );
    await eventually(async () =>
      String(await sentinel.admin.call('SENTINEL', 'REPLICAS', 'main')).includes(
        String(second.port),
      ),
    );
    const data = await temporaryFolder(undo);
    const store = await openStore({
      data,
      store: `redis-sentinel://127.0.0.1:${sentinel.port}/0#main`,
    });
    undo.push(store.close);
    expect(await store.spend(expense('1', 'k'))).toEqual({ granted: true, used: 80 });
    await eventually(
      async () => (await second.admin.get(`xnet:{k}:day:${getDay(nowMs)}`)) === '80',
    );
    await first.kill();
    await eventually(async () => (await store.spend(expense('2', 'k'))).granted);
    expect(await store.used('k', getDay(nowMs))).toBe(160);
    expect(await second.admin.get(`xnet:{k}:day:${getDay(nowMs)}`)).toBe('160');
  });
});
