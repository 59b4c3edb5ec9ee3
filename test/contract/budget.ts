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
 * The bytes that the bundle could have at the last release: the newest tag such as v1.2.3 behind what
 * is checked out. Undefined where nothing was released, or outside of a repository.
 */
export function releasedBudget(folder: string): number | undefined {
  const tag = git(folder, 'describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*');
  const file = tag && git(folder, 'show', `${tag}:${FILE}`);
  return file ? (JSON.parse(file) as { bundleBytes: number }).bundleBytes : undefined;
}

/**
 * Whether a budget may be what it is: not above the last release's, or not above what the newest
 * decision about it says. Before the first release there is nothing else that it could be held to.
 */
export function isDecided(bytes: number, released: number | undefined, decisions: string): boolean {
  if (released !== undefined && bytes <= released) return true;
  const decided = [...decisions.matchAll(/ · Bundle, ([\d,]+) bytes\.\*\*/gu)].at(-1)?.[1];
  return decided !== undefined && bytes <= Number(decided.replaceAll(',', ''));
}
