import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../root';

type Step = { name: string; args: readonly string[] };

const bin = (path: string): string => join(root, 'node_modules', path);
const runner = bin('jest/bin/jest.js');

/** A step's cache, by which the next run checks only what changed. */
const cachePath = (name: string): string => bin(`.cache/xnet/${name}`);

const biomeColors = process.stdout.isTTY ? [] : ['--colors=off'];

const contract: Step = {
  name: 'contract tests',
  args: [runner, '--selectProjects', 'contract', '--passWithNoTests', '--silent'],
};

/** Folders with a tsconfig.json; every test belongs to exactly one. */
export const typed = ['.', 'connect', 'wallet', 'dapp', 'clients', 'service'] as const;

/**
 * Each project, by what it is called: `wallet-newest` checks the wallet again, against other packages,
 * and `the oldest platform` the module against the oldest version of its platform's package.
 */
const projects: Readonly<Record<string, string>> = {
  module: '.',
  ...Object.fromEntries(typed.slice(1).map((folder) => [folder, folder])),
  'wallet-newest': 'wallet/newest',
  'the oldest platform': 'tsconfig.floor.json',
};

/** Incremental: only what changed is checked again. One thread each, as two steps run at a time. */
const types = ([name, project]: [string, string]): Step => {
  const info = cachePath(`${name.replaceAll(' ', '-')}.tsbuildinfo`);
  const args = ['-p', project, '--singleThreaded', '--incremental', '--tsBuildInfoFile', info];
  return { name: `types of ${name}`, args: [bin('typescript-native/bin/tsc'), ...args] };
};

/** Longest first: two run at a time. */
const steps: readonly Step[] = [
  {
    name: 'lint and format',
    args: [bin('@biomejs/biome/bin/biome'), 'ci', '--diagnostic-level=error', ...biomeColors],
  },
  {
    name: 'unused code',
    args: [
      bin('knip/bin/knip.js'),
      '--no-progress',
      '--cache',
      '--cache-location',
      cachePath('knip'),
    ],
  },
  { name: 'generated docs', args: ['--import', 'tsx', 'scripts/build/docs.ts', '--check'] },
  ...Object.entries(projects).map(types),
];
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
 * Runs the checks that need neither node nor browser and prints the time of each.
 *
 * @returns the names of the failed ones; their output is printed
 */
export const runChecks = async (options: { isWholeTest: boolean }): Promise<string[]> => {
  // The full test run includes the contract tests anyway.
  const waiting = options.isWholeTest ? [...steps] : [contract, ...steps];
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
