import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';
import budget from './budget.json';

/** The budget of the last commit; that of today while there is none. */
function committed(): number {
  try {
    const file = execFileSync('git', ['show', 'HEAD:test/contract/budget.json'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return (JSON.parse(file) as typeof budget).bundleBytes;
  } catch {
    return budget.bundleBytes;
  }
}

describe('the budget of the bundle', () => {
  it('never rises', () => {
    expect(budget.bundleBytes).toBeLessThanOrEqual(committed());
  });

  it('is kept by the bundle in dist, where one was built', () => {
    // The simulation project builds one from the sources of today and holds it to the same number.
    const bundle = join(root, 'dist/bundle.js');
    const bytes = existsSync(bundle) ? statSync(bundle).size : 0;
    expect(bytes).toBeLessThanOrEqual(budget.bundleBytes);
  });
});
