/**
 * A runner for the mutation tool. Its own loads all related test files for each mutant, some 130, and
 * only skips their tests. This one loads the files whose tests reach the mutant: the three nearest
 * first, and the others only if those let the mutant live. It notes each outcome, so that a run that
 * was cut off goes on.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { draw } from './draw.mjs';
import { INSTRUMENTER_CONSTANTS } from './node_modules/@stryker-mutator/api/dist/src/core/index.js';
import {
  commonTokens,
  declareFactoryPlugin,
  PluginKind,
  tokens,
} from './node_modules/@stryker-mutator/api/dist/src/plugin/index.js';
import {
  DryRunStatus,
  toMutantRunResult,
} from './node_modules/@stryker-mutator/api/dist/src/test-runner/index.js';
import { state } from './node_modules/@stryker-mutator/jest-runner/dist/src/jest-plugins/messaging.cjs';
import { jestTestRunnerFactory } from './node_modules/@stryker-mutator/jest-runner/dist/src/jest-test-runner.js';

const NEAREST = 3;
const escapePattern = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&');

/** The files of each test, and the time of each file; read by every worker of a run. */
const listPath = () => join(process.cwd(), 'tests-by-file.json');

function listFiles(tests) {
  const files = {};
  const costs = {};
  for (const { id, fileName, timeSpentMs } of tests) {
    files[id] = [...new Set([...(files[id] ?? []), fileName])];
    costs[fileName] = (costs[fileName] ?? 0) + timeSpentMs;
  }
  return { files, costs };
}

/** Outcomes of earlier runs, by what was mutated in which text of the file. */
function openOutcomes(path) {
  const lines = path && existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  const outcomes = new Map(
    lines.filter(Boolean).map((line) => [JSON.parse(line).key, JSON.parse(line).result]),
  );
  return {
    get: (key) => outcomes.get(key),
    set(key, result) {
      outcomes.set(key, result);
      if (path) appendFileSync(path, `${JSON.stringify({ key, result })}\n`);
    },
  };
}

function createRunner(injector) {
  const runner = jestTestRunnerFactory(injector);
  const outcomes = openOutcomes(process.env.XNET_MUTATION_OUTCOMES);
  const stockDryRun = runner.dryRun.bind(runner);
  let list;

  runner.dryRun = async (options) => {
    const result = await stockDryRun(options);
    if (result.status === DryRunStatus.Complete)
      writeFileSync(listPath(), JSON.stringify(listFiles(result.tests)));
    return result;
  };

  /** Test files that reach a mutant: those named as its file first, then the quickest. */
  function rankFiles(source, tests) {
    list ??= JSON.parse(readFileSync(listPath(), 'utf8'));
    const stem = basename(source).replace(/\.tsx?$/u, '.');
    const distance = (file) => (basename(file).startsWith(stem) ? 0 : 1);
    const files = [...new Set((tests ?? Object.keys(list.files)).flatMap((id) => list.files[id]))];
    return files.sort((a, b) => distance(a) - distance(b) || list.costs[a] - list.costs[b]);
  }

  async function runMutant({ activeMutant, sandboxFileName, testFilter, disableBail, hitLimit }) {
    const files = rankFiles(sandboxFileName, testFilter);
    const testNamePattern = testFilter && `^(${testFilter.map(escapePattern).join('|')})$`;
    state.coverageAnalysis = 'off';
    process.env[INSTRUMENTER_CONSTANTS.ACTIVE_MUTANT_ENV_VARIABLE] = activeMutant.id.toString();
    try {
      let result;
      for (const batch of [files.slice(0, NEAREST), files.slice(NEAREST)]) {
        if (batch.length === 0) break;
        state.instrumenterContext.hitLimit = hitLimit;
        state.instrumenterContext.hitCount = hitLimit ? 0 : undefined;
        const { dryRunResult } = await runner.run({
          testFiles: batch,
          jestConfig: runner.configForMutantRun(sandboxFileName, hitLimit, runner.jestWrapper),
          testNamePattern,
        });
        result = toMutantRunResult(dryRunResult, disableBail);
        if (result.status !== 'survived') break;
      }
      return result;
    } finally {
      delete process.env[INSTRUMENTER_CONSTANTS.ACTIVE_MUTANT_ENV_VARIABLE];
      delete state.instrumenterContext.activeMutant;
    }
  }

  runner.mutantRun = async (options) => {
    const { activeMutant, sandboxFileName } = options;
    const { fileName, mutatorName, location, replacement } = activeMutant;
    const file = relative(process.cwd(), sandboxFileName);
    const text = createHash('sha256').update(readFileSync(fileName)).digest('hex');
    const key = JSON.stringify([file, text, mutatorName, location, replacement]);
    if (draw(process.env.XNET_MUTATION_SEED, key) >= Number(process.env.XNET_MUTATION_SHARE))
      return { status: 'error', errorMessage: 'Not drawn.' };
    const earlier = outcomes.get(key);
    if (earlier) return earlier;
    const result = await runMutant(options);
    outcomes.set(key, result);
    return result;
  };
  return runner;
}
createRunner.inject = tokens(commonTokens.injector);

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'nearestFirst', createRunner),
];
// biome-ignore lint/performance/noBarrelFile: the tool reads both names from its plugin's file
export { strykerValidationSchema } from './node_modules/@stryker-mutator/jest-runner/dist/src/index.js';
