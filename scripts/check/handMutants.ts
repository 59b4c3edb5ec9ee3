import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Mutant, mutants } from '../../test/mutants/mutants';
import { mutate } from '../../test/mutants/mutate';
import { linkPackages } from '../linkPackages';
import { root } from '../root';
import { usages } from '../setup/usages.mjs';

/** A mutant that makes a test hang does not count as killed. */
const LONGEST_MS = 300_000;

type Outcome = 'killed' | 'survived' | 'not applicable' | 'broken' | 'endless' | 'untested';

/** Copies what is committed or not ignored; third-party packages are linked to the original's. */
async function copyTree(folder: string): Promise<void> {
  const listed = execFileSync('git', ['ls-files', '-zco', '--exclude-standard'], { cwd: root });
  const files = listed
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file))); // or deleted, but not committed yet
  for (const file of files) await cp(join(root, file), join(folder, file));
  const withPackages = files
    .filter((file) => basename(file) === 'package.json')
    .map((file) => join(dirname(file), 'node_modules'))
    .filter((path) => existsSync(join(root, path)));
  for (const path of withPackages) await linkPackages(join(root, path), join(folder, path));
}

/** Runs these files with Jest; `survived` if everything passed. */
async function runTests(
  folder: string,
  files: readonly string[],
  longestMs = LONGEST_MS,
): Promise<Outcome> {
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  // Compiled files have other paths in the copy, and would stay in the shared cache forever.
  const args = [
    jest,
    '--runInBand',
    '--forceExit',
    '--cacheDirectory',
    join(folder, '.jest'),
    '--',
    ...files,
  ];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), longestMs);
  let output = '';
  for await (const chunk of child.stderr) output += chunk;
  clearTimeout(timer);
  await writeFile(join(folder, 'tests.log'), output);
  if (child.signalCode !== null) return 'endless';
  // Jest's JSON report fails on numbers that are too large for it.
  const [, counts = ''] = /^Tests: +(.*)$/mu.exec(output) ?? [];
  if (counts.includes(' failed')) return 'killed';
  const isWhole = counts.includes(' passed') && !output.includes('Test suite failed to run');
  if (isWhole) return 'survived';
  return 'broken';
}

async function runMutant(folder: string, { file, at, by, tests }: Mutant): Promise<Outcome> {
  const path = join(folder, file);
  const source = await readFile(path, 'utf8');
  const changed = mutate(file, source, at, by);
  if (changed === undefined) return 'not applicable';
  await writeFile(path, changed);
  try {
    return await runTests(folder, tests);
  } finally {
    await writeFile(path, source);
  }
}

/** The files that fail without a mutant. */
async function failingFiles(folder: string, files: readonly string[]): Promise<readonly string[]> {
  const outcome = await runTests(folder, files, LONGEST_MS * files.length);
  if (outcome === 'survived') return [];
  const log = await readFile(join(folder, 'tests.log'), 'utf8');
  process.stdout.write(log);
  const failing = files.filter((file) =>
    log.split('\n').some((line) => line.startsWith('FAIL ') && line.split(' ').includes(file)),
  );
  if (failing.length === 0) throw new Error('The tests do not end without a mutant.');
  return failing;
}

/** This many of them, in a random order. */
const sample = <T>(all: readonly T[], count: number): T[] =>
  all
    .map((one) => ({ one, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ one }) => one);

const { values, positionals } = parseArgs({
  options: { from: { type: 'string' }, sample: { type: 'string' } },
  allowPositionals: true,
});
const start = values.from ? mutants.findIndex(({ name }) => name === values.from) : 0;
const selected = mutants
  .slice(start)
  .filter(
    ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
  );
const chosen = values.sample === undefined ? selected : sample(selected, Number(values.sample));
if (start < 0 || chosen.length === 0)
  throw new Error(`There is no such mutant.\n${usages['scripts/check/handMutants.ts']}`);

const folder = await mkdtemp(join(tmpdir(), 'xnet-mutants-'));
try {
  await copyTree(folder);
  // A test that fails without a mutant would kill every mutant.
  const failing = await failingFiles(folder, [...new Set(chosen.flatMap(({ tests }) => tests))]);
  const counts = new Map<Outcome, number>();
  for (const mutant of chosen) {
    const isTested = !mutant.tests.some((file) => failing.includes(file));
    const outcome = isTested ? await runMutant(folder, mutant) : 'untested';
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    process.stdout.write(`${outcome.padEnd(14)} ${mutant.name}: ${mutant.promise}\n`);
  }
  const output = [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
  process.stdout.write(`${output} of ${chosen.length}\n`);
  if (counts.get('killed') !== chosen.length) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
