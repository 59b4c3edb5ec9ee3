import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../root';

type Step = { name: string; args: readonly string[] };

const bin = (path: string): string => join(root, 'node_modules', path);
const jest = bin('jest/bin/jest.js');

const biomeColors = process.stdout.isTTY ? [] : ['--colors=off'];

const contract: Step = {
  name: 'contract tests',
  args: [jest, '--selectProjects', 'contract', '--passWithNoTests', '--silent'],
};

/** What was found the last time is kept, so that only what changed is looked at again. */
const types = (project: string, name: string): readonly string[] => [
  bin('typescript/bin/tsc'),
  ...['-p', project, '--incremental'],
  ...['--tsBuildInfoFile', bin(`.cache/xnet/${name}.tsbuildinfo`)],
];

/** The longest first: two run at a time. */
const steps: readonly Step[] = [
  {
    name: 'lint and format',
    args: [bin('@biomejs/biome/bin/biome'), 'ci', '--diagnostic-level=error', ...biomeColors],
  },
  { name: 'types', args: types('.', 'module') },
  { name: 'unused code', args: [bin('knip/bin/knip.js'), '--no-progress'] },
  { name: 'types of wallet', args: types('wallet', 'wallet') },
  { name: 'types of dapp', args: types('dapp', 'dapp') },
  { name: 'types of clients', args: types('clients', 'clients') },
  { name: 'types of connect', args: types('connect', 'connect') },
  { name: 'types of service', args: types('service', 'service') },
  { name: 'generated docs', args: ['--import', 'tsx', 'scripts/build/docs.ts', '--check'] },
];
/** Needs what `--foreign` of the set-up installs. */
const foreign: Step = {
  name: 'types of dapps’ libraries',
  args: types('connect/foreign', 'foreign'),
};
const atOnce = 2;

const runStep = ({ args }: Step): Promise<{ isGood: boolean; output: string; seconds: string }> => {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) },
    });
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      resolve({ isGood: code === 0, output, seconds });
    });
  });
};

/**
 * Runs the checks that need no node and no browser and prints what each took.
 *
 * @returns the names of those that failed; their output is printed
 */
export const runChecks = async (options: { isWholeTest: boolean }): Promise<string[]> => {
  // The whole test has the contract tests among its own.
  const waiting = options.isWholeTest ? [...steps, foreign] : [contract, ...steps];
  const failed: string[] = [];
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const { isGood, output, seconds } = await runStep(step);
      process.stdout.write(`${isGood ? 'ok    ' : 'FAILED'}  ${step.name} (${seconds} s)\n`);
      if (isGood) continue;
      failed.push(step.name);
      process.stdout.write(`${output.trim()}\n`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failed;
};
