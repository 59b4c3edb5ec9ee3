import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import vectors from '../../test/vectors/accounts.json';
import { createEntropy } from '../../test/wallet/fakeWallet';
import { root } from '../root';
import { median, type Quartiles, quartiles } from './median';

/** An empty module: the minimum start time of any module. */
const BARE = 'module.exports.onRpcRequest = async () => null;\n';

const runFile = promisify(execFile);

/** Runs a script of this folder in a fresh process. @returns its output */
async function fresh<T>(script: string, args: readonly string[]): Promise<T> {
  const path = join(root, 'scripts/bench', script);
  const { stdout } = await runFile(process.execPath, ['--import', 'tsx', path, ...args], {
    cwd: root,
  });
  return JSON.parse(stdout) as T;
}

type StartTime = { ms: number; processorMs: number };
type StartRun = {
  pairs: readonly (readonly [bare: StartTime, own: StartTime])[];
  keys: Record<'first' | 'warm' | 'known', number[]>;
};
type KeysRun = Record<'first' | 'warm' | 'firstAddress' | 'addresses', number[]>;

/** Pairs of starts per round: forty in five rounds, which determine the median to a hundredth. */
const PAIRS = 8;

/** Start times of a bare module and of ours, in milliseconds; `ratio`: ours / bare. */
type Starts = { bareMs: number; moduleMs: number; ratio: Quartiles };

export type Start = {
  /** Worker, lockdown and evaluation, in wall-clock time. */
  clock: Starts;
  /** In CPU time, which other load on the machine does not affect. */
  processor: Starts;
  /** Milliseconds: the request that derives key and address, and later ones. */
  sandbox: { firstKey: number; warmKey: number; knownKey: number };
  plain: { firstKey: number; warmKey: number; firstAddress: number; warmAddress: number };
};

/** `ratio` is 1 + the extra time of ours in each pair, relative to the bare module's median. */
function startsOf(pairs: StartRun['pairs'], unit: keyof StartTime): Starts {
  const bareMs = median(pairs.map(([bare]) => bare[unit]));
  const added = quartiles(pairs.map(([bare, moduleRun]) => moduleRun[unit] - bare[unit]));
  const [low, middle, high] = added.map((ms) => 1 + ms / bareMs);
  return {
    bareMs,
    moduleMs: median(pairs.map(([, moduleRun]) => moduleRun[unit])),
    ratio: [low, middle, high] as Quartiles, // three in, three out
  };
}

/** Starts a bare module and ours alternately, each round in a fresh process. */
export async function measureStart(bundle: string, rounds: number): Promise<Start> {
  const folder = await mkdtemp(join(tmpdir(), 'xnet-bench-'));
  try {
    const bareBundle = join(folder, 'bare.js');
    await writeFile(bareBundle, BARE);
    const node = JSON.stringify(createEntropy(vectors.mnemonic));
    const runs: StartRun[] = [];
    const plain: KeysRun[] = [];
    for (let round = 0; round < rounds; round += 1) {
      runs.push(await fresh<StartRun>('startRun.ts', [bareBundle, bundle, `${PAIRS}`]));
      plain.push(await fresh<KeysRun>('keysRun.ts', [node]));
    }
    const pairs = runs.flatMap((run) => run.pairs);
    const keys = (name: keyof StartRun['keys']) => median(runs.flatMap((run) => run.keys[name]));
    const inPlain = (name: keyof KeysRun) => median(plain.flatMap((run) => run[name]));
    return {
      clock: startsOf(pairs, 'ms'),
      processor: startsOf(pairs, 'processorMs'),
      sandbox: { firstKey: keys('first'), warmKey: keys('warm'), knownKey: keys('known') },
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
