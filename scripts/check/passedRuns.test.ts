import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openPassedRuns } from './passedRuns';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xnet-passed-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs parts on a commit, and notes which. */
function open(commit: string | undefined, failed = 0) {
  const ran: string[] = [];
  const take = openPassedRuns<{ failed: number }>(join(folder, 'runs.json'), commit);
  const run = (name: string) =>
    take(name, async () => {
      ran.push(name);
      return { failed };
    });
  return { ran, run };
}

describe('openPassedRuns', () => {
  it('runs a part once on a commit', async () => {
    expect(await open('a').run('node')).toEqual({ failed: 0 });
    const { ran, run } = open('a');
    expect(await run('node')).toEqual({ failed: 0 });
    await run('browser');
    expect(ran).toEqual(['browser']);
  });

  it('runs a part again if it failed, or another commit is tested', async () => {
    await open('a', 1).run('node');
    const { ran, run } = open('a');
    await run('node');
    expect(ran).toEqual(['node']);
    const laterRun = open('b');
    await laterRun.run('node');
    expect(laterRun.ran).toEqual(['node']);
  });

  it('runs everything if files are changed', async () => {
    await open('a').run('node');
    for (let time = 0; time < 2; time += 1) {
      const { ran, run } = open(undefined);
      await run('node');
      expect(ran).toEqual(['node']);
    }
  });
});
