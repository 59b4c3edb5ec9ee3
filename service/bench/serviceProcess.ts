import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { keysCommand } from '../src/keys/command';

export type ServiceProcess = {
  url: string;
  pid: number;
  key: string;
  /** `Basic …` */
  authorization: string;
  /** Resident memory in bytes, as the service's own metrics say. */
  memory: () => Promise<number>;
  stop: () => Promise<void>;
};

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** The service as a process of its own, as it runs in earnest, with a key that has no small limit. */
export const startServiceProcess = async (args: readonly string[]): Promise<ServiceProcess> => {
  const data = await mkdtemp(join(tmpdir(), 'xnet-bench-'));
  let made = '';
  await keysCommand(['create', '--plan', 'custom', '--data', data], (line) => {
    made = line;
  });
  const { key, secret } = JSON.parse(made) as { key: string; secret: string };
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', main, '--port', '0', '--data', data, '--log-level', 'warn', ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      resolve((JSON.parse(line) as { url: string }).url);
    });
    child.once('exit', () => reject(new Error('The service did not start.')));
  });
  return {
    ...{
      url,
      pid: child.pid ?? 0,
      key,
      authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
    },
    memory: async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(data, { recursive: true, force: true });
    },
  };
};
