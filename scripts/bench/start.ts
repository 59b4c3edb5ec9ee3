import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import vectors from '../../test/vectors/accounts.json';
import { entropyOf } from '../../test/wallet/fakeWallet';
import { root } from '../root';
import { median } from './median';

/** A module that does nothing: the least that any module's start costs. */
const BARE = 'module.exports.onRpcRequest = async () => null;\n';

const runFile = promisify(execFile);

/** Runs one of the scripts beside this one in a fresh process. @returns what it printed */
async function fresh<T>(script: string, args: readonly string[]): Promise<T> {
  const path = join(root, 'scripts/bench', script);
  const { stdout } = await runFile(process.execPath, ['--import', 'tsx', path, ...args], {
    cwd: root,
  });
  return JSON.parse(stdout) as T;
}

type StartRun = { startMs: number; keys: { first?: number[]; warm?: number[]; known?: number[] } };
type KeysRun = Record<'first' | 'warm' | 'firstAddress' | 'addresses', number[]>;

export type Start = {
  /** Worker, lockdown and evaluation, in milliseconds. */
  bareMs: number;
  moduleMs: number;
  /** Median of the ratios of the rounds. */
  ratio: number;
  /** Milliseconds: the request that derives key and address, and those after it. */
  sandbox: { firstKey: number; warmKey: number; knownKey: number };
  plain: { firstKey: number; warmKey: number; firstAddress: number; warmAddress: number };
};

/** Starts a bare module and ours in turn, each in a fresh process. */
export async function measureStart(bundle: string, rounds: number): Promise<Start> {
  const folder = await mkdtemp(join(tmpdir(), 'xnet-bench-'));
  try {
    const bareBundle = join(folder, 'bare.js');
    await writeFile(bareBundle, BARE);
    const node = JSON.stringify(entropyOf(vectors.mnemonic));
    const bare: number[] = [];
    const module: StartRun[] = [];
    const plain: KeysRun[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const runBare = async () => {
        bare.push((await fresh<StartRun>('startRun.ts', [bareBundle])).startMs);
      };
      const runModule = async () => {
        module.push(await fresh<StartRun>('startRun.ts', [bundle, 'keys']));
      };
      // By turns the first: what comes second finds the machine warmer.
      for (const run of round % 2 === 0 ? [runBare, runModule] : [runModule, runBare]) await run();
      plain.push(await fresh<KeysRun>('keysRun.ts', [node]));
    }
    const keys = (pick: (run: StartRun) => number[] | undefined) =>
      median(module.flatMap((run) => pick(run) ?? []));
    const inPlain = (name: keyof KeysRun) => median(plain.flatMap((run) => run[name]));
    return {
      bareMs: median(bare),
      moduleMs: median(module.map(({ startMs }) => startMs)),
      ratio: median(module.map(({ startMs }, round) => startMs / (bare[round] ?? Number.NaN))),
      sandbox: {
        firstKey: keys((run) => run.keys.first),
        warmKey: keys((run) => run.keys.warm),
        knownKey: keys((run) => run.keys.known),
      },
      plain: {
        firstKey: inPlain('first'),
        warmKey: inPlain('warm'),
        firstAddress: inPlain('firstAddress'),
        warmAddress: inPlain('addresses'),
      },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
