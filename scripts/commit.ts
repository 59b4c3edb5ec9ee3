import { execFileSync } from 'node:child_process';
import { root } from './root';

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });

/** The commit that is checked out. */
export const readHead = (): string => git('rev-parse', 'HEAD').trim();

/** Paths of files that differ from that commit, or are not in it and not ignored either. */
export const listChangedFiles = (): string[] =>
  git('status', '--porcelain', '--no-renames', '--untracked-files=all', '-z')
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => line.slice('XY '.length));

/** The commit that the files are those of; undefined if some are changed. */
export const findCommit = (): string | undefined =>
  listChangedFiles().length === 0 ? readHead() : undefined;

/** The files of the commit at or below paths, in a stable order. */
export const listCommittedFiles = (paths: readonly string[]): string[] =>
  git('ls-files', '-z', '--', ...paths)
    .split('\0')
    .filter((path) => path !== '')
    .sort();
