import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { withTimeout } from '../withTimeout';

/** `pid`: of the shell that watches the node. */
export type Anvil = { url: string; pid: number; stop: () => Promise<void> };

const startMs = 30_000;
const listening = /Listening on 127\.0\.0\.1:(\d+)/;

/**
 * The shell watches a pipe that only this process holds open. When it closes, however this process
 * ended, the shell kills the node by its id and removes its states of older blocks: the node itself
 * leaves them behind, gigabytes after some thousand blocks.
 */
const guard = `
exec 3<&0
"$@" </dev/null 3<&- &
program=$!
{ cat <&3; kill "$program"; sleep 5; kill -9 "$program"; } >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait "$program"
code=$?
kill "$watch" 2>/dev/null
rm -rf "$STATES"
exit $code
`;

const findProgram = (): string => {
  const require = createRequire(import.meta.url);
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const packageRequire = createRequire(require.resolve('@foundry-rs/anvil/package.json'));
  return packageRequire.resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`);
};

/** Starts a development node on a free loopback port. It ends with this process. */
export const startAnvil = async (args: readonly string[] = []): Promise<Anvil> => {
  const states = await mkdtemp(join(tmpdir(), 'xnet-anvil-'));
  const fixedArgs = ['--host', '127.0.0.1', '--port', '0', '--cache-path', states];
  const child = spawn('/bin/sh', ['-c', guard, 'guard', findProgram(), ...fixedArgs, ...args], {
    env: { ...process.env, STATES: states },
    stdio: ['pipe', 'pipe', 'ignore'],
    // Own process group: Ctrl-C reaches only this process, which then stops the node cleanly.
    detached: true,
  });
  child.stdin.on('error', () => undefined);
  const exited = new Promise<void>((resolve) => {
    child.on('exit', () => resolve());
    child.on('error', () => resolve());
  });
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await exited;
  };
  const listens = new Promise<string | undefined>((resolve) => {
    void exited.then(() => resolve(undefined));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const portText = listening.exec(line)?.[1];
      if (portText !== undefined) resolve(portText);
    });
  });
  const port = await withTimeout(startMs, listens, undefined);
  if (port === undefined) {
    await stop();
    throw new Error('The development node (anvil) did not start.');
  }
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop };
};
