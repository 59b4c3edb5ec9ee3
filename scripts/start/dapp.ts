import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ServiceAccess } from '../../dapp/src/config';
import { buildUnlessCurrent } from '../build/buildUnlessCurrent';
import { hashFiles, isTest, listFiles } from '../build/fileHash';
import { root } from '../root';
import { listOptions, startAndAwait, startChild } from './child';
import { readyLine } from './wallet';

export type RunningDapp = {
  /** URL of its page, `http://127.0.0.1:PORT`. */
  url: string;
  exited: Promise<number | null>;
  tail: () => string;
  stop: () => Promise<void>;
};

const folder = join(root, 'dapp');
const inputs = [
  'dapp/src',
  'dapp/texts',
  'dapp/index.html',
  'dapp/public',
  'dapp/vite.config.ts',
  'dapp/package.json',
  'clients/package.json',
  'clients/src',
  'connect/src',
  'src/schema',
  'src/ui/text',
  'openrpc.json',
  'package-lock.json',
];

const currentStamp = async (): Promise<string> => {
  const listed = await Promise.all(inputs.map((path) => listFiles(root, path)));
  const sources = await hashFiles(
    root,
    listed.flat().filter((path) => !isTest(path)),
  );
  const outputs = await listFiles(root, 'dapp/dist')
    .then((files) => hashFiles(root, files))
    .catch(() => 'none');
  return createHash('sha256').update(sources).update(outputs).digest('hex');
};

/** Builds the dapp's page. @throws Vite's report */
async function build(): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const child = startChild({
    command: process.execPath,
    args: [vite, 'build'],
    cwd: folder,
    // The test runner's value would produce another page, with React's development checks.
    env: { NODE_ENV: 'production' },
  });
  if ((await child.exited) !== 0) throw new Error(`The dapp does not build.\n${child.tail()}`);
}

/** Builds the dapp's page unless it is up to date with its sources. @throws Vite's report */
export const buildDapp = async (): Promise<{ built: boolean }> => ({
  built: await buildUnlessCurrent('dapp', { currentStamp, build }),
});

/** Starts the dapp's server as a process that ends with this one. */
export const startDapp = async (options: {
  /** `none` if only wallets of the browser are used. */
  walletUrl: string;
  /** The local chain's JSON-RPC endpoint; if absent, there is no chain and no faucet. */
  l2Url?: string | undefined;
  /** File in which a build of the local chain's node is noted; absent if there is a node. */
  chainBuild?: string | undefined;
  /** The node service with its local key; if absent, the service's pages say that there is none. */
  service?: ServiceAccess | undefined;
  /** 0 or absent: any free port. */
  port?: number;
  log?: string;
}): Promise<RunningDapp> => {
  const { child, ready } = await startAndAwait(
    {
      name: 'The dapp',
      timeoutMs: 60_000,
      command: process.execPath,
      args: [
        '--import',
        'tsx',
        join(folder, 'server.ts'),
        '--port',
        String(options.port ?? 0),
        '--wallet-url',
        options.walletUrl,
        '--l2-url',
        options.l2Url ?? 'none',
        ...listOptions({ 'chain-build': options.chainBuild }),
      ],
      cwd: folder,
      // Not an argument: those are public on this machine, and it contains a secret.
      env: { XNET_SERVICE: options.service ? JSON.stringify(options.service) : '' },
      ...(options.log !== undefined && { log: options.log }),
    },
    (line) => readyLine<{ url: string }>(line),
  );
  return { url: ready.url, exited: child.exited, tail: child.tail, stop: child.stop };
};
