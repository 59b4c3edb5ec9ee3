import { join } from 'node:path';
import { root } from '../root';
import { listOptions, startAndAwait, startChild } from './child';

export type RunningWallet = {
  /** URL of its page with the approvals, `http://127.0.0.1:PORT`. */
  url: string;
  moduleId: string;
  exited: Promise<number | null>;
  tail: () => string;
  stop: () => Promise<void>;
};

type Ready = { url: string; moduleId: string };

/** A program reports that it is ready by its first line of JSON. */
export const readyLine = <T extends object>(line: string): T | undefined => {
  if (line.startsWith('{"ready":true')) return JSON.parse(line) as T;
  return undefined;
};

const folder = join(root, 'wallet');
const program = ['--import', 'tsx', join(folder, 'src/main.ts')];

/** Choices that both shells of the wallet accept. */
type WalletChoices = {
  /** Folder of the built module. */
  module: string;
  /** Recovery phrase, or `@` and the full path of its file; default: the test phrase. */
  phrase?: string;
  /** Language reported to the module; default: English. */
  locale?: string;
  /** The local chain that the module uses; if absent, the wallet watches none. */
  localChain?: string;
  /** True to allow Mainnet even with the test phrase. */
  allowMainnet?: boolean;
  /** False to let sites ask again no matter how often they were refused. */
  dialogLimit?: boolean;
  /** True to take each new build of the module as it appears. */
  watch?: boolean;
};

const choicesOf = (options: WalletChoices): string[] => [
  '--module',
  options.module,
  ...listOptions({
    phrase: options.phrase,
    locale: options.locale,
    'local-chain': options.localChain,
    'allow-mainnet': options.allowMainnet,
    'no-dialog-limit': options.dialogLimit === false,
    watch: options.watch,
  }),
];

/** Builds the developer wallet as a browser's extension into a folder. */
export const buildWalletExtension = async (
  options: WalletChoices & { out: string },
): Promise<void> => {
  const args = [...program, '--extension', options.out, ...choicesOf(options)];
  const child = startChild({ command: process.execPath, args, cwd: folder });
  if ((await child.exited) !== 0)
    throw new Error(`The wallet's extension does not build.\n${child.tail()}`);
};

/** Starts the developer wallet as a process that ends with this one. */
export const startWallet = async (
  options: WalletChoices & {
    /** Folder for its state. */
    data: string;
    /** Used if free; default: any free port. */
    preferredPort?: number;
    log?: string;
  },
): Promise<RunningWallet> => {
  const { child, ready } = await startAndAwait(
    {
      name: 'The developer wallet',
      timeoutMs: 60_000,
      command: process.execPath,
      args: [
        ...program,
        '--data',
        options.data,
        ...listOptions({ 'prefer-port': options.preferredPort }),
        ...choicesOf(options),
      ],
      cwd: folder,
      ...(options.log !== undefined && { log: options.log }),
    },
    (line) => readyLine<Ready>(line),
  );
  return { ...ready, exited: child.exited, tail: child.tail, stop: child.stop };
};
