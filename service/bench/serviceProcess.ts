import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { keysCommand } from '../src/keysCommand';
import { serviceProcess } from '../test/testProcess';
import { basic, type Disposal, dispose, temporaryFolder } from '../test/testService';

export type ServiceProcess = {
  url: string;
  /** Where its metrics are. */
  operations: string;
  pid: number;
  key: string;
  /** `Basic …` */
  authorization: string;
  /** Resident memory in bytes, from the service's own metrics. */
  memory: () => Promise<number>;
  stop: () => Promise<void>;
};

const placeOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The program as it is published: what runs the sources names each function that they make. */
const buildProgram = (): string => {
  const args = ['--import', 'tsx', placeOf('../build.ts')];
  execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  return placeOf('../dist/main.js');
};
export const program = [buildProgram()];

/** Starts the service as a separate process, as in production, with a key of the largest plan. */
export const startServiceProcess = async (args: readonly string[]): Promise<ServiceProcess> => {
  const undo: Disposal = [];
  const data = await temporaryFolder(undo);
  let made = '';
  const at = args.indexOf('--store');
  const store = at < 0 ? [] : args.slice(at, at + 2);
  await keysCommand(['create', '--plan', 'custom', '--data', data, ...store], (line) => {
    made = line;
  });
  const { key, secret } = JSON.parse(made) as { key: string; secret: string };
  const own = ['--data', data, '--log-level', 'warn'];
  const { child, url, operations, ended, told } = await serviceProcess(
    undo,
    [...own, ...args],
    {},
    ['env'],
    program,
  );
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await dispose(undo);
  };
  if (url === undefined) {
    await stop();
    throw new Error(`The service did not start: ${told()}`);
  }
  child.stderr.pipe(process.stderr);
  return {
    url,
    operations,
    pid: child.pid ?? 0,
    key,
    authorization: basic(key, secret),
    stop,
    memory: async () => {
      const text = await (await fetch(`${operations}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
    },
  };
};
