import { execFileSync } from 'node:child_process';

const FILE = 'test/contract/budget.json';

const git = (folder: string, ...words: string[]): string | undefined => {
  try {
    return execFileSync('git', words, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
};

/**
 * The bundle's limit in bytes at the last release: the newest tag such as v1.2.3 among the
 * ancestors of HEAD. Undefined before the first release, or outside of a repository.
 */
export function releasedBudget(folder: string): number | undefined {
  const tag = git(folder, 'describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*');
  const file = tag && git(folder, 'show', `${tag}:${FILE}`);
  return file ? (JSON.parse(file) as { bundleBytes: number }).bundleBytes : undefined;
}

/**
 * True if a limit is allowed: not above the last release's, or not above the newest decision about
 * it. Before the first release, there is nothing else to compare with.
 */
export function isDecided(bytes: number, released: number | undefined, decisions: string): boolean {
  if (released !== undefined && bytes <= released) return true;
  const decided = [...decisions.matchAll(/ · Bundle, ([\d,]+) bytes\.\*\*/gu)].at(-1)?.[1];
  return decided !== undefined && bytes <= Number(decided.replaceAll(',', ''));
}
