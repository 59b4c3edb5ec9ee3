import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { root } from '../root';
import { type Child, listOptions, startAndAwait, startChild } from './child';

const node = process.execPath;
const saysPidAndStays = `process.stdout.write(process.pid + '\\n'); setInterval(() => {}, 1000);`;
const pidOf = (line: string): number | undefined => (/^\d+$/.test(line) ? Number(line) : undefined);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const gone = async (pid: number): Promise<boolean> => {
  for (let look = 0; look < 500 && isAlive(pid); look += 1) await wait(10);
  return !isAlive(pid);
};

const children: Child[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) await child.stop();
});

const startStaying = async (): Promise<{ child: Child; ready: number }> => {
  const options = { command: node, args: ['-e', saysPidAndStays], name: 'It', timeoutMs: 20_000 };
  const started = await startAndAwait(options, pidOf);
  children.push(started.child);
  return started;
};

describe('startAndAwait', () => {
  it('returns what the ready line tells and leaves the program running', async () => {
    const { child, ready } = await startStaying();
    expect(isAlive(ready)).toBe(true);
    expect(child.hasEnded()).toBe(false);
  });

  it('ends the program and waits until it is gone', async () => {
    const { child, ready } = await startStaying();
    await child.stop();
    expect(isAlive(ready)).toBe(false);
    expect(child.hasEnded()).toBe(true);
  });

  it('throws the last lines of a program that ends before it is ready', async () => {
    const args = ['-e', `process.stderr.write('no such folder\\n'); process.exit(3)`];
    await expect(
      startAndAwait({ command: node, args, name: 'The thing', timeoutMs: 20_000 }, () => undefined),
    ).rejects.toThrow('The thing ended with code 3.\nno such folder');
  });

  it('throws and ends a program that is not ready in time', async () => {
    let pid = 0;
    const options = {
      // Prints at once, however busy the machine is.
      command: '/bin/sh',
      args: ['-c', 'echo $$; exec sleep 60'],
      name: 'The thing',
      timeoutMs: 1_500,
      onLine: (line: string) => {
        pid = Number(line);
      },
    };
    await expect(startAndAwait(options, () => undefined)).rejects.toThrow(
      'was not ready after 1.5 s',
    );
    expect(isAlive(pid)).toBe(false);
  });
});

describe('startChild', () => {
  it('gives the exit code of a program that ends by itself', async () => {
    const child = startChild({ command: node, args: ['-e', 'process.exit(7)'] });
    expect(await child.exited).toBe(7);
  });

  it('ends the program when its parent is killed', async () => {
    const script = `
      import { startChild } from './scripts/start/child';
      startChild({
        command: process.execPath,
        args: ['-e', ${JSON.stringify(saysPidAndStays)}],
        onLine: (line) => process.stdout.write(line),
      });
    `;
    const args = ['--import', 'tsx', '--input-type=module', '-e', script];
    const parent = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(line);
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    expect(await gone(pid)).toBe(true);
  });

  it('gives null if the program does not exist', async () => {
    const child = startChild({ command: join(root, 'no-such-program'), args: [] });
    expect(await child.exited).toBe(127);
  });
});

describe('listOptions', () => {
  it('lists values and flags, without what is not set', () => {
    const options = { port: 5, watch: true, phrase: undefined, locale: '', quiet: false };
    expect(listOptions(options)).toEqual(['--port', '5', '--watch']);
  });
});
