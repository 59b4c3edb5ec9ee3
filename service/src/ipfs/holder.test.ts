import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { type CleanUp, cleanUp, fakeNode, temporaryFolder, testService } from '../testService';

const undo: CleanUp = [];
afterEach(() => cleanUp(undo));

const startProcess = async (data: string, eth: string) => {
  const main = join(__dirname, '../main.ts');
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', main, '--port', '0', '--data', data, '--eth', eth, '--log-level', 'silent'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  undo.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let told = '';
  child.stderr.on('data', (chunk) => {
    told += chunk;
  });
  const isUp = await Promise.race([
    new Promise<boolean>((resolve) => child.stdout.once('data', () => resolve(true))),
    ended.then(() => false),
  ]);
  return { child, ended, isUp, told: () => told };
};

it('refuses a second service on one folder of blocks, until the first has ended', async () => {
  const data = await temporaryFolder(undo);
  const eth = await fakeNode(undo, () => 'fine');
  const first = await testService(undo, { data, eth: [eth] });
  const refused = 'Another service stores IPFS blocks in';
  await expect(testService(undo, { data, eth: [eth] })).rejects.toThrow(refused);
  const second = await startProcess(data, eth);
  expect(second.isUp).toBe(false);
  expect(second.told()).toContain(refused);
  await first.stop();
  const third = await startProcess(data, eth);
  expect(third.isUp).toBe(true);
  await expect(testService(undo, { data, eth: [eth] })).rejects.toThrow(refused);
  // One that was killed holds nothing up.
  third.child.kill('SIGKILL');
  await third.ended;
  const last = await testService(undo, { data, eth: [eth] });
  expect((await fetch(`${last.url}/healthz`)).status).toBe(200);
}, 60_000);

it('lets those share a folder that store their blocks elsewhere', async () => {
  const data = await temporaryFolder(undo);
  const eth = await fakeNode(undo, () => 'fine');
  await testService(undo, { data, eth: [eth] });
  const other = await testService(undo, { data, eth: [eth], ipfs: 'http://127.0.0.1:1' });
  expect((await fetch(`${other.url}/openapi.json`)).status).toBe(200);
});
