import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { awayFromMidnight, type Disposal } from './testService';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/**
 * Runs the service as a separate process, which is killed at the end.
 *
 * @returns with its URL once it is ready, or without one if it has exited before
 */
export const serviceProcess = async (
  undo: Disposal,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  /** A command that execs the service, such as one that sets resource limits. */
  through: readonly [string, ...string[]] = ['env'],
  program: readonly string[] = ['--import', 'tsx', main],
) => {
  const own = [...program, '--port', '0', '--log-level', 'silent'];
  const [command, ...first] = through;
  await awayFromMidnight();
  const child = spawn(command, [...first, process.execPath, ...own, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, ...env },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  undo.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let told = '';
  child.stderr.on('data', (chunk) => {
    told += chunk;
  });
  const ready = new Promise<{ url: string; operations: string }>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      resolve(JSON.parse(line) as { url: string; operations: string });
    });
  });
  const urls = await Promise.race([ready, ended.then(() => undefined)]);
  return { child, ended, url: urls?.url, operations: urls?.operations ?? '', told: () => told };
};

export const getChildren = ({ pid }: Pick<ChildProcess, 'pid'>): number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  if (children === '') return [];
  return children.split(' ').map(Number);
};

export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Gives up before the test times out, which would leave this loop running. */
export const until = async (done: () => boolean): Promise<void> => {
  const end = Date.now() + 50_000;
  while (!done()) {
    if (Date.now() > end) throw new Error('It did not come to that.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
