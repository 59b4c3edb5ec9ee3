import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';
import { isDecided, releasedBudget } from './budget';
import budget from './budget.json';

describe('the budget of the bundle', () => {
  it('is that of the last release at most, or has a line in docs/decisions.md', () => {
    const decisions = readFileSync(join(root, 'docs/decisions.md'), 'utf8');
    const released = releasedBudget(root);
    expect([budget.bundleBytes, isDecided(budget.bundleBytes, released, decisions)]).toEqual([
      budget.bundleBytes,
      true,
    ]);
  });

  it('is kept by the bundle in dist, where one was built', () => {
    // The simulation project builds the current sources and applies the same limit.
    const bundle = join(root, 'dist/bundle.js');
    const bytes = existsSync(bundle) ? statSync(bundle).size : 0;
    expect(bytes).toBeLessThanOrEqual(budget.bundleBytes);
  });

  it.each([
    ['the same as released', 100_000, 100_000, '', true],
    ['lower than released', 99_500, 100_000, '', true],
    ['raised without a word', 100_500, 100_000, 'Bundle, 100,000 bytes.', false],
    ['raised with a line', 100_500, 100_000, '**2026-01-01 · Bundle, 100,500 bytes.** Why.', true],
    ['raised with a line for less', 100_500, 100_000, '**x · Bundle, 100,400 bytes.**', false],
    [
      'raised anew after it was lowered',
      100_500,
      100_000,
      '**x · Bundle, 100,500 bytes.**\n**x · Bundle, 100,200 bytes.**',
      false,
    ],
    [
      'never released, and lower than decided',
      99_000,
      undefined,
      '**x · Bundle, 99,500 bytes.**',
      true,
    ],
    ['never released, without a line', 99_500, undefined, '', false],
    ['never released, with a line', 99_500, undefined, '**x · Bundle, 99,500 bytes.**', true],
  ])('that is %s may be so or not', (_name, bytes, released, decisions, isSo) => {
    expect(isDecided(bytes, released, decisions)).toBe(isSo);
  });
});

describe('the budget of the last release', () => {
  let folder = '';
  const run = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...words], {
      cwd: folder,
      stdio: 'ignore',
    });
  const commit = (bytes: number) => {
    writeFileSync(join(folder, 'test/contract/budget.json'), `{ "bundleBytes": ${bytes} }`);
    run('add', '-A');
    run('commit', '-m', String(bytes));
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'xnet-budget-'));
    mkdirSync(join(folder, 'test/contract'), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is that of the newest version tag behind what is checked out', () => {
    expect(releasedBudget(folder)).toBeUndefined();
    run('init', '-q');
    commit(100);
    run('tag', 'nightly');
    expect(releasedBudget(folder)).toBeUndefined();
    run('tag', 'v0.1.0');
    commit(200);
    expect(releasedBudget(folder)).toBe(100);
    run('tag', 'v0.2.0');
    commit(300);
    expect(releasedBudget(folder)).toBe(200);
  });
});
