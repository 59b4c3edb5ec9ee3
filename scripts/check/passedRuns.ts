import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { root } from '../root';

/** The commit that the files are those of; undefined if some are changed. */
export function findCommit(): string | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined;
}

/**
 * Results of parts of a run that passed on a commit, in a file: a run that was cut off goes on from there.
 * @param commit undefined to find and store nothing
 */
export function openPassedRuns<Result extends { readonly failed: number }>(
  path: string,
  commit: string | undefined,
) {
  type Stored = { readonly commit: string; readonly results: Readonly<Record<string, Result>> };
  const read = (): Stored['results'] => {
    if (!existsSync(path)) return {};
    const stored: Stored = JSON.parse(readFileSync(path, 'utf8'));
    return stored.commit === commit ? stored.results : {};
  };
  const store = (name: string, result: Result): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ commit, results: { ...read(), [name]: result } }));
  };
  /** The result of a part that has passed, else of running it. */
  return async (name: string, run: () => Promise<Result>): Promise<Result> => {
    const passedResult = read()[name];
    if (passedResult) return passedResult;
    const result = await run();
    if (commit !== undefined && result.failed === 0) store(name, result);
    return result;
  };
}
