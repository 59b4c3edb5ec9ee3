import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../setup/lock.mjs';
import { cacheFolder, onPath } from '../setup/machine.mjs';
import { startAndAwait, startChild } from '../start/child';

/** The last version with `object/get`. */
export const kuboVersion = '0.27.0';

const folder = (): string => join(cacheFolder(), `kubo-${kuboVersion}`);
const program = (): string => join(folder(), 'ipfs');

/** `go install` rejects a module with replace directives; a module that requires it works. */
const goModule = `module kubo

go 1.21

require github.com/ipfs/kubo v${kuboVersion}
`;

const isBuilt = (): boolean => {
  const { stdout } = spawnSync(program(), ['version', '--number'], { encoding: 'utf8' });
  return stdout?.trim() === kuboVersion;
};

/**
 * Builds the IPFS node from its published source, once per machine.
 *
 * @throws an Error with the compiler's last lines
 */
export const buildKubo = async (say: (line: string) => void): Promise<void> => {
  const waiting = (pid: number) => say(`IPFS node: process ${pid} is building it; waiting …`);
  await withLock('kubo', waiting, async () => {
    if (isBuilt()) return;
    const go = onPath('go');
    if (go === undefined) throw new Error('Building Kubo needs Go. Install it and run this again.');
    say(`IPFS node: building Kubo ${kuboVersion}, a few minutes, only once on this machine …`);
    mkdirSync(folder(), { recursive: true });
    writeFileSync(join(folder(), 'go.mod'), goModule);
    const fresh = `${program()}.new`;
    const build = startChild({
      command: go,
      args: ['build', '-mod=mod', '-o', fresh, 'github.com/ipfs/kubo/cmd/ipfs'],
      cwd: folder(),
    });
    const code = await build.exited;
    if (code !== 0) throw new Error(`Kubo failed to build:\n${build.tail()}`);
    renameSync(fresh, program());
    if (!isBuilt()) throw new Error('The Kubo that was built does not run on this machine.');
  });
};

/** Starts a node on loopback without peers, with its own folder. It ends with this process. */
export const startKubo = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  if (!isBuilt()) throw new Error('No Kubo is built yet: run `npm run test:kubo`.');
  const data = await mkdtemp(join(tmpdir(), 'xnet-kubo-'));
  const env = { ...process.env, IPFS_PATH: data, GOLOG_LOG_LEVEL: 'error' };
  const init = spawnSync(program(), ['init', '--profile=test'], { env, encoding: 'utf8' });
  if (init.status !== 0) throw new Error(`Kubo created no repository:\n${init.stderr}`);
  let port: string | undefined;
  const { child } = await startAndAwait(
    {
      name: 'Kubo',
      timeoutMs: 60_000,
      command: program(),
      args: ['daemon', '--offline'],
      env,
    },
    (line) => {
      port ??= /^RPC API server listening on \/ip4\/127\.0\.0\.1\/tcp\/(\d+)/.exec(line)?.[1];
      if (line === 'Daemon is ready') return true;
      return undefined;
    },
  );
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await child.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
};
