import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeKey, type NewKey } from '../keys/apiKey';
import { openLmdbStore } from '../stores/lmdb';
import { childrenOf, serviceProcess, until } from '../testProcess';
import {
  basic,
  type CleanUp,
  cleanUp,
  fakeNode,
  get,
  post,
  rpc,
  temporaryFolder,
} from '../testService';

const undo: CleanUp = [];
let data: string;
let url: string;
let child: ChildProcess;
let ended: Promise<unknown>;

const newKey = async (options: NewKey) => {
  const store = openLmdbStore(data);
  const made = makeKey(options, Date.now());
  await store.putKey(made.apiKey);
  await store.close();
  return made;
};

beforeAll(async () => {
  data = await temporaryFolder(undo);
  const eth = await fakeNode(undo, () => 'fine');
  const args = ['--data', data, '--eth', eth, '--workers', '2'];
  ({ url = '', child, ended } = await serviceProcess(undo, args));
}, 60_000);
afterAll(() => cleanUp(undo));

const workers = (): number[] => childrenOf(child);

/** Answered calls according to the metrics of all processes together. */
const counted = async (): Promise<number> => {
  const { body } = await get(`${url}/metrics`);
  const line = /^xnet_request_seconds_count\{route="\/v3\/:key",status="200"\} (\d+)/m;
  return Number(line.exec(String(body))?.[1]);
};

const calls = async (key: string, count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, async () => (await rpc(url, key, 'eth_call')).status));

describe('several processes on one port', () => {
  it('grant exactly what one balance holds', async () => {
    const { apiKey } = await newKey({ plan: 'custom', ownPerDay: 10_000 });
    expect(workers()).toHaveLength(2);
    const statuses = await calls(apiKey.key, 200);
    expect(statuses.filter((status) => status === 200)).toHaveLength(125);
    expect(statuses.filter((status) => status === 429)).toHaveLength(75);
    const { body } = await get(`${url}/v3/${apiKey.key}/credits`);
    expect(body).toMatchObject({ used: 10_000, left: 0 });
  });

  it('share the credits of a second', async () => {
    const { apiKey } = await newKey({ plan: 'free', ownPerSecond: 80 });
    const begun = Date.now();
    const granted = (await calls(apiKey.key, 60)).filter((status) => status === 200).length;
    expect(granted).toBeGreaterThan(0);
    expect(granted).toBeLessThanOrEqual(1 + (Date.now() - begun) / 1_000);
  });

  it('count together', async () => {
    const { apiKey } = await newKey({ plan: 'custom' });
    const before = await counted();
    expect(await calls(apiKey.key, 40)).toEqual(Array.from({ length: 40 }, () => 200));
    expect((await counted()) - before).toBe(40);
    // Not counting what each worker holds for later calls.
    const { body } = await get(`${url}/v3/${apiKey.key}/credits`);
    expect(body).toMatchObject({ used: 3_200 });
  });

  it('keep IPFS blocks in one place, with trailers and statuses', async () => {
    const { apiKey, secret } = await newKey({});
    const headers = { authorization: basic(apiKey.key, secret ?? '') };
    const post = (command: string, body?: FormData) =>
      fetch(`${url}/api/v0/${command}`, {
        ...{ method: 'POST', headers },
        ...(body === undefined ? {} : { body }),
      });
    const content = randomBytes(1_500_000);
    const form = new FormData();
    form.append('file', new Blob([content]));
    const { Hash } = (await (await post('add', form)).json()) as { Hash: string };
    for (let index = 0; index < 6; index += 1) {
      const cat = await post(`cat?arg=${Hash}`);
      expect(cat.headers.get('x-content-length')).toBe('1500000');
      expect(Buffer.from(await cat.arrayBuffer()).equals(content)).toBe(true);
    }
    expect((await post('cat?arg=none')).status).toBe(400);
    // A caller of a refused request can read the reason.
    for (let index = 0; index < 10; index += 1) {
      expect((await post('add?chunker=none', form)).status).toBe(400);
    }
    expect((await post('none')).status).toBe(404);
    expect((await fetch(`${url}/api/v0/cat`)).status).toBe(405);
    expect((await get(`${url}/healthz`)).body).toMatchObject({ healthy: true });
    expect((await fetch(`${url}/healthz`, { method: 'HEAD' })).status).toBe(200);
    expect((await get(`${url}/openapi.json`)).body).toHaveProperty(['paths', '/api/v0/cat']);
  });

  it('go on without one that was killed, and start another', async () => {
    const { apiKey } = await newKey({ plan: 'custom' });
    const spent = 80 * (await calls(apiKey.key, 20)).length;
    const before = await counted();
    const [first, second] = workers();
    process.kill(Number(first), 'SIGKILL');
    await until(() => !workers().includes(first ?? 0) && workers().length === 2);
    expect(workers()).toContain(second);
    const ask = () => rpc(url, apiKey.key, 'eth_call');
    // A connection that `fetch` kept open may lead to the ended process.
    expect((await ask().catch(ask)).status).toBe(200);
    // Readers would take a falling sum for a restart.
    expect(await counted()).toBe(before + 1);
    // It may have held some of the key's credits; at most these are lost.
    const { used } = (await get(`${url}/v3/${apiKey.key}/credits`)).body as { used: number };
    expect(used).toBeGreaterThanOrEqual(spent + 80);
    expect(used).toBeLessThanOrEqual(spent + 160 + 20_000);
  });

  it('end in order, and forget nothing', async () => {
    const { apiKey } = await newKey({ plan: 'team' });
    await calls(apiKey.key, 10);
    const all = workers();
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    for (const pid of all) expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
    const store = openLmdbStore(data);
    expect(await store.used(apiKey.key, Math.floor(Date.now() / 86_400_000))).toBe(800);
    await store.close();
  });
});

it('tell of no address where their port is taken', async () => {
  const eth = await fakeNode(undo, () => 'fine');
  const { port } = new URL(eth);
  const args = ['--data', await temporaryFolder(undo), '--eth', eth, '--workers', '2'];
  const own = await serviceProcess(undo, [...args, '--log-level', 'info', '--port', port]);
  expect([own.url, await own.ended]).toEqual([undefined, 1]);
  expect(own.told()).toContain(`EADDRINUSE 127.0.0.1:${port}`);
  expect(own.told()).not.toMatch(/listening/i);
});

it('start another one after one that did not start, as between nodes of two chains', async () => {
  let chainId = '0x1';
  const fine = () => 'fine';
  const eth = await fakeNode(undo, fine);
  const turning = await fakeNode(undo, fine, undefined, () => chainId);
  const folder = await temporaryFolder(undo);
  const address = join(folder, 'eth');
  writeFileSync(address, eth);
  const nodes = ['--eth', `@${address}`, '--eth', turning];
  const args = ['--data', folder, ...nodes, '--workers', '2'];
  const own = await serviceProcess(undo, args);
  // The options read at the start are passed to new workers, too: the file may have changed.
  rmSync(address);
  const [first, second] = childrenOf(own.child);
  chainId = '0x2';
  process.kill(Number(first), 'SIGKILL');
  await until(() => own.told().includes('A worker did not start.'));
  expect(childrenOf(own.child)).toContain(second);
  chainId = '0x1';
  await until(() => childrenOf(own.child).length === 2);
  // It is replaced even if it is killed while starting.
  const starting = childrenOf(own.child).find((pid) => pid !== second) ?? 0;
  process.kill(Number(starting), 'SIGKILL');
  await until(() => !childrenOf(own.child).includes(starting));
  await until(() => childrenOf(own.child).length === 2);
  own.child.kill('SIGTERM');
  expect(await own.ended).toBe(0);
});

it('count, tell and end without one that stands still', async () => {
  const eth = await fakeNode(undo, () => 'fine');
  const folder = await temporaryFolder(undo);
  const own = await serviceProcess(undo, ['--data', folder, '--eth', eth, '--workers', '2']);
  const store = openLmdbStore(folder);
  const { apiKey } = makeKey({ plan: 'custom' }, Date.now());
  await store.putKey(apiKey);
  await store.close();
  /** One new connection goes to the stuck worker, which does not answer. */
  const any = <T>(ask: () => Promise<T>): Promise<T> => Promise.any([ask(), ask(), ask()]);
  const call = () => rpc(own.url ?? '', apiKey.key, 'eth_call');
  // Each has a loan of the key. Without keep-alive: all could lead to the stuck worker.
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [] };
  const lending = () => post(`${own.url}/v3/${apiKey.key}`, body, { connection: 'close' });
  await Promise.all(Array.from({ length: 50 }, lending));
  const [still] = childrenOf(own.child);
  process.kill(Number(still), 'SIGSTOP');
  undo.push(async () => own.child.exitCode ?? process.kill(Number(still), 'SIGKILL'));
  const begun = performance.now();
  expect((await any(call)).status).toBe(200);
  expect((await any(() => get(`${own.url}/v3/${apiKey.key}/credits`))).status).toBe(200);
  expect((await any(() => get(`${own.url}/metrics`))).status).toBe(200);
  expect(performance.now() - begun).toBeLessThan(20_000);
  const signalled = performance.now();
  own.child.kill('SIGTERM');
  expect(await own.ended).toBe(0);
  // Less than the full time granted to running requests.
  expect(performance.now() - signalled).toBeLessThan(10_000);
  expect(() => process.kill(Number(still), 0)).toThrow('ESRCH');
}, 60_000);
