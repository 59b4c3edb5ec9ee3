import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildMarkedModule } from '../../test/stage/addressedModule';
import { buildModule } from '../build/buildModule';
import { findCommit } from '../commit';
import { root } from '../root';
import { buildDapp } from '../start/dapp';
import { runChecks } from './checks';
import { type Coverage, coverageArgs, readCoverage } from './coverage';
import { onContainerNode } from './everyRun';
import { openPassedRuns } from './passedRuns';
import { type Outcome, promisedTests, withoutProof } from './promised';

/** Jest's counts; a file that does not load counts as one failed test. */
type Counts = {
  passed: number;
  failed: number;
  skipped: number;
  outcomes: Outcome[];
  minutes: number;
  /** Present where it is counted. */
  coverage?: Coverage;
};
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[];
};

const quick = ['unit', 'contract'];
/**
 * Random searches, and test files that have their own node, wallet or browser, on their own ports.
 * These wait often: three at a time reduce the idle time of two cores by a fifth.
 */
const thorough = [
  'fuzz',
  'wallet',
  'newest',
  'simulation',
  'service',
  'node',
  'browser',
  'engines',
];

/** The Node of the service's container; this one on systems for which no package has it. */
const containerNode = (): string => {
  const name = `node-${process.platform}-${process.arch}`;
  const path = join(root, 'service/runtime/node_modules', name, 'bin/node');
  if (existsSync(path)) return path;
  return process.execPath;
};

const runJest = async (
  projects: readonly string[],
  args: readonly string[],
  folder: string,
  node = process.execPath,
): Promise<Counts> => {
  const report = join(folder, `${projects[0]}.json`);
  await rm(report, { force: true });
  const startedAt = performance.now();
  const reportArgs = ['--passWithNoTests', '--json', '--outputFile', report];
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const child = spawn(
    node,
    [jest, '--selectProjects', ...projects, ...reportArgs, ...args],
    // Jest reports on stderr; the JSON on stdout would repeat it.
    { cwd: root, stdio: ['inherit', 'ignore', 'inherit'] },
  );
  // If only this process is told to end, it must not leave Jest running.
  const passOn = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, passOn);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, passOn);
  if (child.signalCode !== null) throw new Error(`Jest was ended by ${child.signalCode}.`);
  const minutes = (performance.now() - startedAt) / 60_000;
  const text = await readFile(report, 'utf8').catch(() => null);
  if (text === null) return { passed: 0, failed: 1, skipped: 0, outcomes: [], minutes };
  const counts = JSON.parse(text) as Report;
  const failed = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
  return {
    passed: counts.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: counts.numPendingTests + counts.numTodoTests,
    outcomes: counts.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ title, status }) => ({
        file: relative(root, name),
        name: title,
        status,
      })),
    ),
    minutes,
  };
};

/** All quick tests, with the coverage of the signing core by them. */
async function runQuick(folder: string): Promise<Counts> {
  const counts = await runJest(quick, coverageArgs(folder), folder);
  const coverage = await readCoverage(folder);
  if (coverage) return { ...counts, coverage };
  process.stdout.write('No coverage was counted.\n');
  return { ...counts, failed: Math.max(1, counts.failed) };
}

const describeCoverage = ({ coverage }: Counts): string => {
  if (!coverage) return '';
  const { lines, branches } = coverage;
  return `the quick tests run ${lines.pct} % of the signing core’s lines and ${branches.pct} % of its branches`;
};

/** Tests of the service once more, on the Node of its container. */
const runOnContainerNode = (folder: string): Promise<Counts> =>
  runJest(
    ['service'],
    ['--maxWorkers=2', '--runTestsByPath', ...onContainerNode],
    folder,
    containerNode(),
  );

const workers = '--maxWorkers=3';

/** Every test, project by project: what has passed on this commit is not run again. */
async function runAll(folder: string): Promise<Counts[]> {
  const takeRun = openPassedRuns<Counts>(join(root, '.cache/passedRuns.json'), findCommit());
  const runs = [await takeRun('quick', () => runQuick(folder))];
  for (const project of thorough)
    runs.push(await takeRun(project, () => runJest([project], [workers], folder)));
  return [...runs, await takeRun('container', () => runOnContainerNode(folder))];
}

/** All quick tests, and thorough ones by their paths. */
const runChosen = async (paths: readonly string[], folder: string): Promise<Counts[]> => [
  await runQuick(folder),
  await runJest(thorough, [workers, '--runTestsByPath', ...paths], folder),
  await runOnContainerNode(folder),
];

/** The tests that arguments select. */
const runPart = async (args: readonly string[], folder: string): Promise<Counts[]> => [
  await runJest(quick, args, folder),
  await runJest(thorough, ['--runInBand', ...args], folder),
];

/** Builds everything first: two test files running in parallel must not build the same thing. */
const build = async (isPart: boolean): Promise<void> => {
  const builds: Promise<unknown>[] = [buildModule({ out: join(root, 'dist') })];
  if (!isPart) builds.push(buildMarkedModule(), buildDapp());
  // No build continues during the tests when another one has failed.
  await Promise.allSettled(builds);
  await Promise.all(builds);
};

/** Files that tests and builds did not remove, except tsx's compile cache. */
const leftBehind = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => !/^tsx-\w+$/.test(name));

/** Paths of thorough test files, or all of them. */
type Choice = readonly string[] | 'all';

/** The promised tests that did not pass, of all files or of those that ran. */
const findUnproven = (outcomes: readonly Outcome[], chosen: Choice): string[] => {
  const ran = new Set(outcomes.map(({ file }) => file));
  const promised = promisedTests().filter(({ file }) => chosen === 'all' || ran.has(file));
  return withoutProof(promised, outcomes).map(({ file, name }) => `${file}: ${name}`);
};

/**
 * Runs the checks, all quick tests and the chosen thorough ones; with arguments, such as a path,
 * only the tests that they select. Prints `N passed, N failed`, and sets the exit code.
 */
export async function runTests(args: readonly string[], chosen: Choice): Promise<void> {
  const isPart = args.length > 0;
  const folder = await mkdtemp(join(tmpdir(), 'xnet-test-'));
  // Inherited by everything started here, and by nothing else. Short, as socket paths are limited.
  process.env.TMPDIR = join(folder, 'tmp');
  try {
    await mkdir(process.env.TMPDIR);
    const failedChecks = isPart ? [] : await runChecks({ isWholeTest: true });
    const failedBuild = await build(isPart).then(
      () => 0,
      (error: Error) => {
        process.stdout.write(`${error.message}\n`);
        return 1;
      },
    );
    const runWhole = () => (chosen === 'all' ? runAll(folder) : runChosen(chosen, folder));
    const runs = await (isPart ? runPart(args, folder) : runWhole());
    const unproven = isPart
      ? []
      : findUnproven(
          runs.flatMap(({ outcomes }) => outcomes),
          chosen,
        );
    const leftovers = await leftBehind();
    for (const name of leftovers) process.stdout.write(`Left behind: ${name}\n`);
    for (const name of unproven) process.stdout.write(`Not passed: ${name}\n`);
    const sum = (pick: (counts: Counts) => number): number =>
      runs.reduce((total, counts) => total + pick(counts), 0);
    const passed = sum((counts) => counts.passed);
    const failed =
      sum((counts) => counts.failed) +
      [failedChecks, unproven, leftovers].flat().length +
      failedBuild;
    const skipped = sum((counts) => counts.skipped);
    if (failedChecks.length > 0)
      process.stdout.write(`Checks failed: ${failedChecks.join(', ')}\n`);
    const coverage = runs.map(describeCoverage).join('');
    if (coverage !== '') process.stdout.write(`${coverage}\n`);
    const minutes = Math.round(sum((counts) => counts.minutes));
    process.stdout.write(
      `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}` +
        // The report of a release takes the last line alone.
        `${!isPart && chosen === 'all' ? `, in ${minutes} minutes; ${coverage}` : ''}\n`,
    );
    if (failed > 0) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
