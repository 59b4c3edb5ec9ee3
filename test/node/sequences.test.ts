import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { root } from '../../scripts/root';

// A process of its own: the wallet's core is no module that Jest can load. `npm run soak -- random` takes longer ones.
it('a random user breaks no rule of the module on the vendor’s controllers', async () => {
  const args = ['--import', 'tsx', 'scripts/check/soak.ts', 'random', '1', '7', '30'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  const [played, end] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(played).toMatchObject({ seed: 7, steps: 30, violations: [] });
  expect(end).toMatchObject({ ok: true });
  // It did something.
  expect(end.coverage['wallet snap_dialog']).toBeGreaterThan(2);
}, 600_000);
