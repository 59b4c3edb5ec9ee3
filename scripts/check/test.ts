import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildMarkedModule } from '../../test/stage/addressedModule';
import { buildModule } from '../build/buildModule';
import { root } from '../root';
import { buildDapp } from '../start/dapp';
import { runChecks } from './checks';
import { type Outcome, promisedTests, withoutProof } from './promised';

/** What Jest counted; a file that does not even load counts as one failed test. */
type Counts = { passed: number; failed: number; skipped: number; outcomes: Outcome[] };
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[];
};

const quick = ['unit', 'contract', 'fuzz'];
/**
 * Each of their files has a node, a wallet or a browser of its own, on ports of its own. They wait
 * for these often: with three at a time two cores have a fifth less to stand still for.
 */
const thorough = ['wallet', 'simulation', 'service', 'node', 'browser'];

const runJest = async (
  projects: readonly string[],
  args: readonly string[],
  folder: string,
): Promise<Counts> => {
  const report = join(folder, `${projects[0]}.json`);
  const own = ['--passWithNoTests', '--json', '--outputFile', report];
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const child = spawn(
    process.execPath,
    [jest, '--selectProjects', ...projects, ...own, ...args],
    // Jest tells the story on its standard error; the JSON on the other would repeat it.
    { cwd: root, stdio: ['inherit', 'ignore', 'inherit'] },
  );
  // Where this process alone is told to end, it is to leave none behind.
  const passOn = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, passOn);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, passOn);
  if (child.signalCode !== null) throw new Error(`Jest was ended by ${child.signalCode}.`);
  const text = await readFile(report, 'utf8').catch(() => null);
  if (text === null) return { passed: 0, failed: 1, skipped: 0, outcomes: [] };
  const counts = JSON.parse(text) as Report;
  const failed = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
  return {
    passed: counts.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: counts.numPendingTests + counts.numTodoTests,
    outcomes: counts.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ title, status }) => ({
        ...{ file: relative(root, name), name: title, status },
      })),
    ),
  };
};

const args = process.argv.slice(2);
const isWhole = args.length === 0;

/** Two files that run beside each other must not build the same thing: all is there before. */
const build = async (): Promise<void> => {
  const builds: Promise<unknown>[] = [buildModule({ out: join(root, 'dist') })];
  if (isWhole) builds.push(buildMarkedModule(), buildDapp());
  // None goes on beside the tests when another one has failed.
  await Promise.allSettled(builds);
  await Promise.all(builds);
};

/** What tests and builds did not remove, but for what tsx compiled: a cache. */
const leftBehind = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => !/^tsx-\w+$/.test(name));

const folder = await mkdtemp(join(tmpdir(), 'xnet-test-'));
// All that is started here has it, and nobody else. The name is short, as those of sockets must be.
process.env.TMPDIR = join(folder, 'tmp');
try {
  await mkdir(process.env.TMPDIR);
  // With arguments, such as a path, only the tests that they name.
  const failedChecks = isWhole ? await runChecks({ isWholeTest: true }) : [];
  const failedBuild = await build().then(
    () => 0,
    (error: Error) => {
      process.stdout.write(`${error.message}\n`);
      return 1;
    },
  );
  const runs = [
    await runJest(quick, args, folder),
    await runJest(thorough, isWhole ? ['--maxWorkers=3'] : ['--runInBand', ...args], folder),
  ];
  const unproven = isWhole
    ? withoutProof(
        promisedTests(),
        runs.flatMap(({ outcomes }) => outcomes),
      )
    : [];
  const left = await leftBehind();
  for (const name of left) process.stdout.write(`Left behind: ${name}\n`);
  for (const { file, name } of unproven) process.stdout.write(`Not passed: ${file}: ${name}\n`);
  const sum = (pick: (counts: Counts) => number): number =>
    runs.reduce((total, counts) => total + pick(counts), 0);
  const passed = sum((counts) => counts.passed);
  const failed =
    sum((counts) => counts.failed) + [failedChecks, unproven, left].flat().length + failedBuild;
  const skipped = sum((counts) => counts.skipped);
  if (failedChecks.length > 0) process.stdout.write(`Checks failed: ${failedChecks.join(', ')}\n`);
  process.stdout.write(
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
  );
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
