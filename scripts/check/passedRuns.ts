import { openResults } from '../results';

/**
 * Takes results of parts of a run that passed on a commit from a file, and runs the other parts.
 * @param commit undefined to find and store nothing
 */
export function openPassedRuns<Result extends { readonly failed: number }>(
  path: string,
  commit: string | undefined,
) {
  const results = openResults<{ readonly commit: string; readonly result: Result }>(path);
  return async (name: string, run: () => Promise<Result>): Promise<Result> => {
    const passedRun = results.find(name);
    if (passedRun && passedRun.commit === commit) return passedRun.result;
    const result = await run();
    if (commit !== undefined && result.failed === 0) results.add(name, { commit, result });
    return result;
  };
}
