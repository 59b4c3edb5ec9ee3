/** Makes every archive in two places that differ in all that must not matter, and compares. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCommit } from '../commit';
import { reportFailure } from '../failure';
import { root } from '../root';
import { say } from '../say';
import { startChild } from '../start/child';
import { compareArchives } from './difference';
import { currentVersion } from './pack';

const archivesFolder = join('.cache/release', currentVersion());

/** Folders with packages that builds of archives use. */
function listPackageFolders(): string[] {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  return ['.', 'docs/site', 'scripts/release/tools', ...workspaces]
    .map((path) => join(path, 'node_modules'))
    .filter((path) => existsSync(join(root, path)));
}

/** Copies a folder of packages; links its files where the file system can. */
function copyPackages(from: string, to: string): void {
  if (spawnSync('cp', ['-al', from, to]).status !== 0) execFileSync('cp', ['-R', from, to]);
  rmSync(join(to, '.cache'), { recursive: true, force: true });
}

/** A clone of the commit with the same packages. */
function cloneTo(place: string, commit: string): void {
  execFileSync('git', ['clone', '--quiet', '--no-checkout', root, place]);
  execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: place });
  for (const path of listPackageFolders()) copyPackages(join(root, path), join(place, path));
}

async function makeArchives(place: string, umask: string, env: NodeJS.ProcessEnv): Promise<void> {
  const program = [process.execPath, '--import', 'tsx', 'scripts/release/release.ts', '--archives'];
  const args = ['-c', `umask ${umask} && exec "$0" "$@"`, ...program];
  const child = startChild({ command: '/bin/sh', args, cwd: place, env });
  if ((await child.exited) !== 0) throw new Error(`No archives in ${place}.\n${child.tail()}`);
}

const readSums = (place: string): string[] =>
  readFileSync(join(place, archivesFolder, 'SHA256SUMS'), 'utf8')
    .trim()
    .split('\n');

async function describeDifference(line: string, place: string): Promise<string> {
  const name = line.split('  ')[1] ?? '';
  if (!name.endsWith('.tgz')) return name;
  const path = join(archivesFolder, name);
  const difference = await compareArchives(join(root, path), join(place, path));
  return `${name}: ${difference ?? 'only the archive itself'}`;
}

async function reproduce(folder: string): Promise<void> {
  const commit = findCommit();
  if (commit === undefined) throw new Error('There are changes that are not committed.');
  const place = join(folder, 'another place');
  const home = join(folder, 'home');
  mkdirSync(home);
  cloneTo(place, commit);
  const language = 'tr_TR.UTF-8';
  const user = { USER: 'somebody', LOGNAME: 'somebody', HOME: home };
  await makeArchives(root, '022', { TZ: 'UTC', LC_ALL: 'C', LANG: 'C' });
  const otherEnv = { ...user, TZ: 'Pacific/Kiritimati', LC_ALL: language, LANG: language };
  await makeArchives(place, '077', otherEnv);
  const [sums, otherSums] = [readSums(root), readSums(place)];
  const differing = sums.filter((line, index) => line !== otherSums[index]);
  const differences = await Promise.all(differing.map((line) => describeDifference(line, place)));
  if (differences.length > 0) throw new Error(differences.join('\n'));
  say(
    `${sums.length} archives and bills have the same bytes from two folders, with other names, homes, time zones, languages and masks of modes`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'xnet-places-'));
await reproduce(folder)
  .catch(reportFailure)
  .finally(() => rmSync(folder, { recursive: true, force: true }));
