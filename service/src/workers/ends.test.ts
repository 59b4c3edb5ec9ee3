import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from '@jest/globals';
import { root } from '../../../scripts/root';
import { childrenOf, isRunning, serviceProcess, until } from '../testProcess';
import { type CleanUp, cleanUp, fakeNode, get, temporaryFolder } from '../testService';

const undo: CleanUp = [];
afterEach(() => cleanUp(undo));

/** All descendants of the process. */
const startedBy = (pid: number): number[] => {
  const own = childrenOf({ pid });
  return [...own, ...own.flatMap(startedBy)];
};

it('starts with workers by npm, by paths from where it is called, and ends with npm, which waits for it', async () => {
  const folder = await temporaryFolder(undo);
  writeFileSync(join(folder, 'node.url'), await fakeNode(undo, () => 'fine'));
  const start = ['--prefix', root, 'start', '-w', 'service', '--', '--port', '0', '--workers', '2'];
  const own = ['--data', 'kept', '--eth', '@node.url', '--log-level', 'silent'];
  const npm = spawn('npm', [...start, ...own], {
    ...{ cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] },
  });
  const ended = once(npm, 'close');
  let started: number[] = [];
  undo.push(async () => {
    for (const pid of started.filter(isRunning)) process.kill(pid, 'SIGKILL');
    npm.kill('SIGKILL');
    await ended;
  });
  const ready = new Promise<string>((resolve) => {
    createInterface({ input: npm.stdout }).on('line', (line) => {
      if (line.startsWith('{"ready":true')) resolve((JSON.parse(line) as { url: string }).url);
    });
  });
  const url = await Promise.race([ready, ended.then(() => 'ended before')]);
  expect((await get(`${url}/healthz`)).status).toBe(200);
  expect(existsSync(join(folder, 'kept'))).toBe(true);
  started = startedBy(npm.pid ?? 0);
  // At least the service and its workers.
  expect(started.length).toBeGreaterThanOrEqual(3);

  npm.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(started.filter(isRunning)).toEqual([]);
}, 180_000);

it('ends at once at a second signal, with a worker that stands still', async () => {
  const folder = await temporaryFolder(undo);
  const eth = await fakeNode(undo, () => 'fine');
  const args = ['--data', await temporaryFolder(undo), '--eth', eth, '--workers', '2'];
  const own = await serviceProcess(undo, args, { TMPDIR: folder });
  const all = childrenOf(own.child);
  process.kill(all[0] ?? 0, 'SIGSTOP');
  undo.push(async () => isRunning(all[0] ?? 0) && process.kill(all[0] ?? 0, 'SIGKILL'));
  own.child.kill('SIGTERM');
  await until(() => !isRunning(all[1] ?? 0));
  own.child.kill('SIGTERM');
  expect(await own.ended).toBe(1);
  await until(() => !all.some(isRunning));
  expect(readdirSync(folder).filter((name) => name.startsWith('xnet-'))).toEqual([]);
}, 60_000);

it('ends, and leaves nothing, when the first process is killed', async () => {
  const folder = await temporaryFolder(undo);
  const eth = await fakeNode(undo, () => 'fine');
  const args = ['--data', await temporaryFolder(undo), '--eth', eth, '--workers', '2'];
  const own = await serviceProcess(undo, args, { TMPDIR: folder });
  const all = childrenOf(own.child);
  const left = () => readdirSync(folder).filter((name) => name.startsWith('xnet-'));
  expect(left()).toHaveLength(1);
  own.child.kill('SIGKILL');
  await until(() => !all.some(isRunning));
  expect(left()).toEqual([]);
});
