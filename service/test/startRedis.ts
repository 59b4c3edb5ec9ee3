import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Disposal, temporaryFolder } from './testService';

const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/** @throws where none is installed */
export const findProgram = (): string => {
  const program = onPath('valkey-server') ?? onPath('redis-server');
  if (program !== undefined) return program;
  throw new Error('No Valkey or Redis server found: install valkey-server or redis-server.');
};

/** Starts a real Valkey or Redis server on a socket file in a folder, empty. @returns its URL */
export const startRedis = async (
  undo: Disposal,
  given?: string,
  more: readonly string[] = [],
): Promise<string> => {
  const program = findProgram();
  const folder = given ?? (await temporaryFolder(undo));
  const socket = join(folder, 'server.sock');
  const child = spawn(
    program,
    [
      ...['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder],
      ...['--daemonize', 'no', ...more],
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  undo.push(async () => {
    child.kill();
    await ended;
  });
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (/ready to accept connections/i.test(line)) resolve();
    });
    child.once('exit', () => reject(new Error('The Valkey or Redis server did not start.')));
  });
  return `redis+unix://${socket}`;
};
