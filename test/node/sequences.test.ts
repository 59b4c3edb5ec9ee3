import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from '@jest/globals';
import { root } from '../../scripts/root';

// A separate process: Jest cannot load the wallet's core. Longer: `npm run soak -- random`.
it('breaks no rule of the module as a random user on the vendor’s controllers', async () => {
  const args = ['--import', 'tsx', 'scripts/check/soak.ts', 'random', '1', '7', '30'];
  const run = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(run, 'close');
  try {
    const lines = createInterface({ input: run.stdout })[Symbol.asyncIterator]();
    const nextLine = async () => JSON.parse((await lines.next()).value ?? 'null');
    // Read at once: a run that broke a rule goes on for minutes, to shorten its steps.
    expect(await nextLine()).toMatchObject({ seed: 7, steps: 30, violations: [] });
    const { coverage } = await nextLine();
    // The run was not idle.
    expect(coverage['wallet snap_dialog']).toBeGreaterThan(2);
    expect(await nextLine()).toMatchObject({ ok: true, sequences: 1, failed: 0 });
    expect(await ended).toEqual([0, null]);
  } finally {
    run.kill('SIGTERM');
    await ended;
  }
}, 600_000);

it('leaves nothing behind when it is ended in the middle', async () => {
  const temporary = await mkdtemp(join(tmpdir(), 'ended-'));
  const args = ['--import', 'tsx', 'scripts/check/soak.ts', 'random', '1000', '7', '1'];
  const run = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(run, 'close');
  try {
    await once(createInterface({ input: run.stdout }), 'line');
    expect(await readdir(temporary)).toContainEqual(expect.stringMatching(/^xnet-sequences-/u));
    run.kill('SIGTERM');
    await ended;
    // tsx's compile cache may stay.
    expect((await readdir(temporary)).filter((name) => !name.startsWith('tsx-'))).toEqual([]);
  } finally {
    run.kill('SIGKILL');
    await ended;
    await rm(temporary, { recursive: true });
  }
}, 120_000);
