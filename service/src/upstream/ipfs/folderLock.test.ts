import { afterEach, expect, it } from '@jest/globals';
import { serviceProcess } from '../../../test/testProcess';
import {
  type Disposal,
  dispose,
  fakeNode,
  temporaryFolder,
  testService,
} from '../../../test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

// @promise P23.3
it('refuses a second service on one folder of blocks, until the first has ended', async () => {
  const data = await temporaryFolder(undo);
  const eth = await fakeNode(undo);
  const first = await testService(undo, { data, eth: [eth] });
  const refused = 'Another service stores IPFS blocks in';
  await expect(testService(undo, { data, eth: [eth] })).rejects.toThrow(refused);
  const second = await serviceProcess(undo, ['--data', data, '--eth', eth]);
  expect(second.url).toBeUndefined();
  expect(second.told()).toContain(refused);
  await first.stop();
  const third = await serviceProcess(undo, ['--data', data, '--eth', eth]);
  expect(third.url).toBeDefined();
  await expect(testService(undo, { data, eth: [eth] })).rejects.toThrow(refused);
  // A killed holder does not block others.
  third.child.kill('SIGKILL');
  await third.ended;
  const last = await testService(undo, { data, eth: [eth] });
  expect((await fetch(`${last.operationsUrl}/healthz`)).status).toBe(200);
}, 60_000);

it('lets those share a folder that store their blocks elsewhere', async () => {
  const data = await temporaryFolder(undo);
  const eth = await fakeNode(undo);
  await testService(undo, { data, eth: [eth] });
  const other = await testService(undo, { data, eth: [eth], ipfs: 'http://127.0.0.1:1' });
  expect((await fetch(`${other.url}/openapi.json`)).status).toBe(200);
});
