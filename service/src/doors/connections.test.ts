import { connect } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { serviceProcess } from '../../test/testProcess';
import { type Disposal, dispose, fakeNode, get, temporaryFolder } from '../../test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

// @promise P12.1
it('answers while callers hold more connections than it may open', async () => {
  const eth = await fakeNode(undo, () => 'fine');
  const args = ['--data', await temporaryFolder(undo), '--eth', eth];
  const files = ['prlimit', '--nofile=600:600'] as const;
  const { url = '' } = await serviceProcess(undo, args, {}, files);
  const { port } = new URL(url);
  const held = new Set(Array.from({ length: 500 }, () => connect(Number(port), '127.0.0.1')));
  undo.push(async () => {
    for (const socket of held) socket.destroy();
  });
  // A third of the descriptors.
  await new Promise<void>((resolve) => {
    for (const socket of held) {
      socket.on('error', () => undefined);
      socket.on('close', () => held.delete(socket) && held.size <= 200 && resolve());
    }
  });
  expect((await get(`${url}/healthz`)).body).toMatchObject({ healthy: true });
}, 60_000);
