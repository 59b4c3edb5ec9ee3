import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { CleanUp } from './testService';

/**
 * The service as a process of its own, killed in the end.
 *
 * @returns with its URL when it is ready, without one when it has ended before
 */
export const serviceProcess = async (
  undo: CleanUp,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
) => {
  const own = ['--import', 'tsx', join(__dirname, 'main.ts'), '--port', '0'];
  const child = spawn(process.execPath, [...own, '--log-level', 'silent', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: join(__dirname, '..'),
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
  const ready = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      resolve((JSON.parse(line) as { url: string }).url);
    });
  });
  const url = await Promise.race([ready, ended.then(() => undefined)]);
  return { child, ended, url, told: () => told };
};
