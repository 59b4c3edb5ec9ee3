import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root';
import { startAndAwait, startChild } from './child';
import { readyLine } from './wallet';

/** A key of the service with its secret. */
export type LocalKey = { key: string; secret: string };

export type RunningService = LocalKey & {
  /** `http://127.0.0.1:PORT` */
  url: string;
  exited: Promise<number | null>;
  tail: () => string;
  stop: () => Promise<void>;
};

const folder = join(root, 'service');
const program = ['--import', 'tsx', join(folder, 'src/main.ts')];

/** More credits per second than a person uses by hand, but still a limit worth seeing. */
const plan = 'developer';

const createKey = async (data: string): Promise<LocalKey> => {
  const lines: string[] = [];
  const child = startChild({
    command: process.execPath,
    args: [...program, 'keys', 'create', '--name', 'local dapp', '--plan', plan, '--data', data],
    cwd: folder,
    onLine: (line) => lines.push(line),
  });
  if ((await child.exited) !== 0) throw new Error(`No key was created.\n${child.tail()}`);
  const { key, secret } = JSON.parse(lines.join('')) as LocalKey;
  return { key, secret };
};

/** True if the service still accepts the key; reading the balance costs no credits. */
const isGood = async (url: string, { key }: LocalKey): Promise<boolean> =>
  (await fetch(`${url}/v3/${key}/credits`, { signal: AbortSignal.timeout(10_000) })).ok;

/**
 * The local dapp's key: that of the last start, so that its balance and IPFS content remain, or a
 * new one. Only this user can read its file, and this user could create any key in this folder.
 */
const localKey = async (data: string, url: string): Promise<LocalKey> => {
  const file = join(data, 'local-dapp-key.json');
  const storedKey = await readFile(file, 'utf8')
    .then((text) => JSON.parse(text) as LocalKey)
    .catch(() => undefined);
  if (storedKey !== undefined && (await isGood(url, storedKey))) return storedKey;
  const newKey = await createKey(data);
  await writeFile(file, JSON.stringify(newKey), { mode: 0o600 });
  return newKey;
};

/** Starts the node service as a process that ends with this one; ensures the dapp's key. */
export const startNodeService = async (options: {
  /** Folder for its keys, balances and IPFS blocks. */
  data: string;
  /** JSON-RPC endpoint of the upstream Ethereum node. */
  ethUrl: string;
  /** Chain names by decimal id, such as `31337=Local Ethereum`. */
  chains: string;
  /** 0 or absent: any free port. */
  port?: number;
  log?: string;
}): Promise<RunningService> => {
  const { child, ready } = await startAndAwait(
    {
      name: 'The node service',
      timeoutMs: 60_000,
      command: process.execPath,
      args: [
        ...program,
        '--port',
        String(options.port ?? 0),
        // Nobody watches it here.
        '--operations',
        '127.0.0.1:0',
        '--data',
        options.data,
        '--eth',
        options.ethUrl,
        '--chains',
        options.chains,
      ],
      cwd: folder,
      ...(options.log !== undefined && { log: options.log }),
    },
    (line) => readyLine<{ url: string }>(line),
  );
  try {
    const { key, secret } = await localKey(options.data, ready.url);
    const { exited, tail, stop } = child;
    return { url: ready.url, key, secret, exited, tail, stop };
  } catch (error) {
    await child.stop();
    throw error;
  }
};
