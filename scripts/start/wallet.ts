import { join } from 'node:path';
import { root } from '../root';
import { startUntil } from './child';

export type RunningWallet = {
  /** Its page with the approvals, `http://127.0.0.1:PORT`. */
  url: string;
  moduleId: string;
  exited: Promise<number | null>;
  tail: () => string;
  stop: () => Promise<void>;
};

type Ready = { url: string; moduleId: string };

/** A program's first line of JSON says that it is ready. */
export const readyLine = <T extends object>(line: string): T | undefined =>
  line.startsWith('{"ready":true') ? (JSON.parse(line) as T) : undefined;

/** Starts the developer wallet as a process that ends with this one. */
export const startWallet = async (options: {
  /** Folder of the built module. */
  module: string;
  /** Folder where it keeps its state. */
  data: string;
  /** Taken if free; absent: any free port. */
  preferredPort?: number;
  /** Recovery phrase, or `@` and the whole path of its file; absent: the test phrase. */
  phrase?: string;
  /** Language that the module is told; absent: English. */
  locale?: string;
  /** The chain on this machine that the module works with; absent: none that it watches. */
  localChain?: string;
  /** True to serve Mainnet with the test phrase, too. */
  allowMainnet?: boolean;
  /** False to let sites ask again however often they were refused. */
  dialogLimit?: boolean;
  log?: string;
}): Promise<RunningWallet> => {
  const folder = join(root, 'wallet');
  const { child, ready } = await startUntil(
    {
      name: 'The developer wallet',
      timeoutMs: 60_000,
      command: process.execPath,
      args: [
        ...['--import', 'tsx', join(folder, 'src/main.ts')],
        ...['--module', options.module, '--data', options.data],
        ...(options.preferredPort ? ['--prefer-port', String(options.preferredPort)] : []),
        ...(options.phrase ? ['--phrase', options.phrase] : []),
        ...(options.locale ? ['--locale', options.locale] : []),
        ...(options.localChain ? ['--local-chain', options.localChain] : []),
        ...(options.allowMainnet ? ['--allow-mainnet'] : []),
        ...(options.dialogLimit === false ? ['--no-dialog-limit'] : []),
      ],
      cwd: folder,
      ...(options.log === undefined ? {} : { log: options.log }),
    },
    (line) => readyLine<Ready>(line),
  );
  return { ...ready, exited: child.exited, tail: child.tail, stop: child.stop };
};
