import { execFileSync } from 'node:child_process';
import { root } from './root';

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The commit that the files are those of; undefined if some are changed. */
export const findCommit = (): string | undefined =>
  git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined;
