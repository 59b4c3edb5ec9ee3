import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startRedis } from '../test/startRedis';
import { serviceProcess } from '../test/testProcess';
import {
  basic,
  type Disposal,
  dispose,
  fakeNode,
  get,
  type Reply,
  rpc,
  temporaryFolder,
  testService,
} from '../test/testService';
import { makeKey } from './meter/apiKey';
import { openLmdbStore } from './stores/lmdb';

const undo: Disposal = [];
afterEach(() => dispose(undo));

/** A small disk in memory in the place of a folder, which no other process sees. */
const mountDisk = 'mount -t tmpfs -o size=48m none "$0"';
const noRoom = 'The data folder could not be written to: it has less than 16 MiB left.\n';

/** Runs commands of the shell, of which `$0` is the first folder, and then a program. */
const inNamespace = (
  commands: string,
  ...folders: readonly string[]
): readonly [string, ...string[]] => [
  'unshare',
  '--mount',
  '--map-root-user',
  'sh',
  '-c',
  `${commands} && exec "$@"`,
  ...folders,
];

describe('a disk that is full', () => {
  let own: Awaited<ReturnType<typeof serviceProcess>>;
  let url: string;
  let made: ReturnType<typeof makeKey>;
  /** A disk of the process alone, in memory, as this one sees it. */
  let disk: string;
  beforeEach(async () => {
    const template = await temporaryFolder(undo);
    const data = await temporaryFolder(undo);
    const store = openLmdbStore(template);
    made = makeKey({ plan: 'team' }, Date.now());
    await store.putKey(made.apiKey);
    await store.close();
    const eth = await fakeNode(undo);
    const through = inNamespace(`${mountDisk} && cp -a "$1/." "$0" && shift`, data, template);
    own = await serviceProcess(undo, ['--data', data, '--eth', eth], {}, through);
    url = own.url ?? '';
    disk = `/proc/${own.child.pid}/root${data}`;
  });

  const countFree = (): number => {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize;
  };
  const fillDisk = (free = 0): void =>
    writeFileSync(join(disk, 'others'), Buffer.alloc(countFree() - free));
  const emptyDisk = (): void => rmSync(join(disk, 'others'));

  const call = () => rpc(url, made.apiKey.key, 'eth_call');
  /** Costs more than the credits of one second, so that some must be reserved on disk. */
  const callAll = () => Promise.all(Array.from({ length: 400 }, call));
  const add = async (bytes = 1_000): Promise<number> => {
    const body = new FormData();
    body.append('file', new Blob([randomBytes(bytes)]));
    const headers = { authorization: basic(made.apiKey.key, made.secret ?? '') };
    return (await fetch(`${url}/api/v0/add`, { method: 'POST', headers, body })).status;
  };
  const health = async (): Promise<Reply['body']> => (await get(`${own.operations}/healthz`)).body;

  it('ends nothing but what needs it, says so, and all goes on when it is not any more', async () => {
    fillDisk();
    const statuses = (await callAll()).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([500]));
    expect(await add()).toBe(500);
    expect(await health()).toMatchObject({ ethereum: true, store: false, ipfs: false });
    emptyDisk();
    expect((await call()).status).toBe(200);
    expect(await add()).toBe(200);
    let now = await health();
    while (!(now as { healthy: boolean }).healthy) now = await health();
    expect(now).toMatchObject({ store: true, ipfs: true });
    const { body } = await get(`${url}/v3/${made.apiKey.key}/credits`);
    expect(body).toMatchObject({ used: 80 });
    own.child.kill('SIGTERM');
    expect(await own.ended).toBe(0);
  }, 60_000);

  it('grants what was taken before, and holds up no end', async () => {
    expect((await call()).status).toBe(200);
    fillDisk();
    expect((await call()).status).toBe(200);
    const begun = performance.now();
    own.child.kill('SIGTERM');
    expect(await own.ended).toBe(1);
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(own.told()).toBe(noRoom);
  }, 60_000);

  it('keeps room for databases, whether uploads or other programs fill the disk', async () => {
    while ((await add(1_000_000)) === 200);
    expect(countFree()).toBeGreaterThan(24 * 2 ** 20);
    expect(countFree()).toBeLessThan(32 * 2 ** 20);
    expect(new Set((await callAll()).map(({ status }) => status))).toEqual(new Set([200]));
    fillDisk(15 * 2 ** 20);
    const { size } = await stat(join(disk, 'store.lmdb'));
    expect((await callAll()).some(({ status }) => status === 500)).toBe(true);
    expect(await stat(join(disk, 'store.lmdb'))).toMatchObject({ size });
    expect(await health()).toMatchObject({ store: false, ipfs: false });
  }, 60_000);

  it('refuses a start that could not write', async () => {
    const data = await temporaryFolder(undo);
    const through = inNamespace(`${mountDisk} && head -c 40M /dev/zero > "$0/others"`, data);
    const args = ['--data', data, '--eth', await fakeNode(undo)];
    const started = await serviceProcess(undo, args, {}, through);
    expect(started.url).toBeUndefined();
    expect(await started.ended).toBe(1);
    expect(started.told()).toBe(noRoom);
  }, 60_000);
});

// @promise T36.4
it('keeps what holds keys and blocks for its user alone, in a folder that others may enter', async () => {
  const data = await temporaryFolder(undo);
  await chmod(data, 0o755);
  const { apiKey, secret } = makeKey({}, Date.now());
  const eth = await fakeNode(undo);
  const { url } = await serviceProcess(undo, ['--data', data, '--eth', eth]);
  const store = openLmdbStore(data);
  await store.putKey(apiKey);
  await store.close();
  const body = new FormData();
  body.append('file', new Blob(['A text.']));
  const headers = { authorization: basic(apiKey.key, secret ?? '') };
  const added = await fetch(`${url}/api/v0/add`, { method: 'POST', headers, body });
  expect(added.status).toBe(200);
  const names = await readdir(data, { recursive: true });
  expect(names).toContain('store.lmdb');
  expect(names.length).toBeGreaterThan(3);
  const modes = names.map(async (name) =>
    ((await stat(join(data, name))).mode & 0o077).toString(8),
  );
  expect(new Set(await Promise.all(modes))).toEqual(new Set(['0']));
}, 60_000);

it('removes what writes that were killed have left, and no block', async () => {
  const data = await temporaryFolder(undo);
  const eth = [await fakeNode(undo)];
  const one = await testService(undo, { data, eth });
  const { apiKey, secret } = await one.createKey({});
  const headers = { authorization: basic(apiKey.key, secret ?? '') };
  const body = new FormData();
  body.append('file', new Blob(['x']));
  const added = await fetch(`${one.url}/api/v0/add`, { method: 'POST', headers, body });
  const { Hash } = (await added.json()) as { Hash: string };
  await one.stop();
  const blocks = join(data, 'blocks');
  const files = () => readdirSync(blocks, { recursive: true }).map(String).sort();
  const before = files();
  const folder = join(blocks, before[0] ?? '');
  for (const name of ['.a.data.tmp', '.b.data.tmp']) writeFileSync(join(folder, name), 'half');
  const two = await testService(undo, { data, eth });
  expect(files()).toEqual(before);
  const read = await fetch(`${two.url}/api/v0/cat?arg=${Hash}`, { method: 'POST', headers });
  expect(await read.text()).toBe('x');
});

it('keeps running if nobody reads its log any more', async () => {
  const eth = await fakeNode(undo);
  const args = ['--data', await temporaryFolder(undo), '--eth', eth, '--log-level', 'info'];
  const { child, operations } = await serviceProcess(undo, args);
  child.stderr.destroy();
  for (let call = 0; call < 20; call += 1) {
    expect((await get(`${operations}/healthz`)).status).toBe(200);
  }
}, 60_000);

it('keeps running, and ends in order, if the reader of its log stands still', async () => {
  const eth = await fakeNode(undo);
  const pipe = join(await temporaryFolder(undo), 'log');
  const args = ['--data', await temporaryFolder(undo), '--eth', eth, '--log-level', 'debug'];
  // The reader that it holds itself keeps the pipe open.
  const through = ['bash', '-c', 'mkfifo "$0" && exec "$@" 2<>"$0"', pipe] as const;
  const { child, operations, ended } = await serviceProcess(undo, args, {}, through);
  // More lines than fit into a pipe, from far fewer connections than operators may have.
  for (let round = 0; round < 50; round += 1) {
    const calls = Array.from({ length: 20 }, () => get(`${operations}/livez`));
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
  }
  const begun = performance.now();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(performance.now() - begun).toBeLessThan(10_000);
}, 60_000);

it.each([
  ['keys', []],
  ['IPFS blocks', ['--store', 'REDIS']],
])(
  'reports at the start that it cannot store its %s',
  async (_what, more) => {
    const eth = await fakeNode(undo);
    const redis = more.length === 0 ? '' : await startRedis(undo);
    const args = [
      '--data',
      '/proc/none/x',
      '--eth',
      eth,
      ...more.map((arg) => arg.replace('REDIS', redis)),
    ];
    const { url, ended, told } = await serviceProcess(undo, args);
    expect(url).toBeUndefined();
    expect(await ended).toBe(1);
    expect(told()).toBe("ENOENT: no such file or directory, mkdir '/proc/none'\n");
  },
  60_000,
);
