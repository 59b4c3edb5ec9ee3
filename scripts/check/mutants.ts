import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Mutant, mutants } from '../../test/mutants/mutants';
import { mutate } from '../../test/mutants/mutate';
import { root } from '../root';
import { usages } from '../setup/usages.mjs';

/** A mutant that makes a test hang does not count as killed. */
const LONGEST_MS = 300_000;

type Outcome = 'killed' | 'survived' | 'not applicable' | 'broken' | 'endless';

/** Copies what is committed or not ignored; third-party packages are linked to the original's. */
async function copyTree(folder: string): Promise<void> {
  const listed = execFileSync('git', ['ls-files', '-zco', '--exclude-standard'], { cwd: root });
  for (const file of listed.toString().split('\0').filter(Boolean))
    await cp(join(root, file), join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error; // deleted, but not committed yet
    });
  const packages = ['.', 'dapp', 'service', 'wallet'].map((part) => join(part, 'node_modules'));
  for (const part of packages.filter((path) => existsSync(join(root, path)))) {
    await mkdir(join(folder, part));
    // Our own packages are copied, since mutants change them.
    for (const name of await readdir(join(root, part)))
      if (name === '@xnet')
        await cp(join(root, part, name), join(folder, part, name), {
          recursive: true,
          verbatimSymlinks: true,
        });
      else await symlink(join(root, part, name), join(folder, part, name));
  }
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
  let told = '';
  for await (const chunk of child.stderr) told += chunk;
  clearTimeout(timer);
  await writeFile(join(folder, 'tests.log'), told);
  if (child.signalCode !== null) return 'endless';
  // Jest's JSON report fails on numbers that are too large for it.
  const [, counts = ''] = /^Tests: +(.*)$/mu.exec(told) ?? [];
  if (counts.includes(' failed')) return 'killed';
  const isWhole = counts.includes(' passed') && !told.includes('Test suite failed to run');
  return isWhole ? 'survived' : 'broken';
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

const { values, positionals } = parseArgs({
  options: { from: { type: 'string' } },
  allowPositionals: true,
});
const start = values.from ? mutants.findIndex(({ name }) => name === values.from) : 0;
const chosen = mutants
  .slice(start)
  .filter(
    ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
  );
if (start < 0 || chosen.length === 0)
  throw new Error(`There is no such mutant.\n${usages['scripts/check/mutants.ts']}`);

const folder = await mkdtemp(join(tmpdir(), 'xnet-mutants-'));
try {
  await copyTree(folder);
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
  // A test that fails without a mutant would kill every mutant.
  if ((await runTests(folder, files, LONGEST_MS * files.length)) !== 'survived') {
    process.stdout.write(await readFile(join(folder, 'tests.log'), 'utf8'));
    throw new Error('The tests fail without any mutation.');
  }
  const counts = new Map<Outcome, number>();
  for (const mutant of chosen) {
    const outcome = await runMutant(folder, mutant);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    process.stdout.write(`${outcome.padEnd(14)} ${mutant.name}: ${mutant.promise}\n`);
  }
  const told = [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
  process.stdout.write(`${told} of ${chosen.length}\n`);
  process.exitCode = counts.get('killed') === chosen.length ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
