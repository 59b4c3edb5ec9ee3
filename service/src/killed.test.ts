import { afterEach, expect, it } from '@jest/globals';
import { serviceProcess } from '../test/testProcess';
import { type Disposal, dispose, fakeNode, get, rpc, temporaryFolder } from '../test/testService';
import { startService } from './service';

const undo: Disposal = [];
afterEach(() => dispose(undo));

it('loses at most a second of credits to kill -9, and grants none twice', async () => {
  const data = await temporaryFolder(undo);
  const eth = await fakeNode(undo);
  const first = await startService({ data, eth: [eth], logLevel: 'silent' });
  const { key } = (await first.createKey({ plan: 'team' })).apiKey;
  await first.stop();

  let spent = 0;
  let lost = 0;
  for (let round = 0; round < 5; round += 1) {
    const { url = '', child, ended } = await serviceProcess(undo, ['--data', data, '--eth', eth]);
    const kill = 40 + round * 13;
    const calls = Array.from({ length: 100 }, async (_, index) => {
      const reply = await rpc(url, key, 'eth_call').catch(() => undefined);
      if (reply?.status === 200) spent += 80;
      // While the other calls are running.
      if (index === kill) child.kill('SIGKILL');
    });
    await Promise.all(calls);
    await ended;
    const after = await startService({ data, eth: [eth], logLevel: 'silent' });
    const { body } = await get(`${after.url}/v3/${key}/credits`);
    await after.stop();
    const { used } = body as { used: number };
    // No answered call is forgotten; at most one second's credits of the plan are lost.
    expect(used).toBeGreaterThanOrEqual(spent + lost);
    lost = used - spent;
    expect(lost).toBeLessThanOrEqual((round + 1) * 40_000);
  }
  expect(spent).toBeGreaterThan(0);
}, 120_000);

it('forgets nothing when it ends in order', async () => {
  const data = await temporaryFolder(undo);
  const eth = await fakeNode(undo);
  const first = await startService({ data, eth: [eth], logLevel: 'silent' });
  const { key } = (await first.createKey({ plan: 'team' })).apiKey;
  await first.stop();
  for (let round = 1; round <= 2; round += 1) {
    const { url = '', child, ended } = await serviceProcess(undo, ['--data', data, '--eth', eth]);
    await Promise.all(Array.from({ length: 10 }, () => rpc(url, key, 'eth_call')));
    expect((await get(`${url}/v3/${key}/credits`)).body).toMatchObject({ used: round * 800 });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  }
}, 60_000);
