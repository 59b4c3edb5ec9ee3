import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import vectors from '../../test/vectors/accounts.json';
import { entropyOf } from '../../test/wallet/fakeWallet';
import { root } from '../root';
import { median, type Quartiles, quartiles } from './median';

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

type StartTime = { ms: number; processorMs: number };
type StartRun = {
  pairs: readonly (readonly [bare: StartTime, own: StartTime])[];
  keys: Record<'first' | 'warm' | 'known', number[]>;
};
type KeysRun = Record<'first' | 'warm' | 'firstAddress' | 'addresses', number[]>;

/** Pairs of starts in each round: with five rounds forty, whose middle is known to a hundredth. */
const PAIRS = 8;

/** Starts of a bare module and of ours, in milliseconds; `ratio`: of ours over the bare one. */
type Starts = { bareMs: number; moduleMs: number; ratio: Quartiles };

export type Start = {
  /** Worker, lockdown and evaluation, by the clock. */
  clock: Starts;
  /** By processor time, whatever else the machine does meanwhile. */
  processor: Starts;
  /** Milliseconds: the request that derives key and address, and those after it. */
  sandbox: { firstKey: number; warmKey: number; knownKey: number };
  plain: { firstKey: number; warmKey: number; firstAddress: number; warmAddress: number };
};

/** What ours takes more in each pair, over what a bare module takes. */
function startsOf(pairs: StartRun['pairs'], unit: keyof StartTime): Starts {
  const bareMs = median(pairs.map(([bare]) => bare[unit]));
  const added = quartiles(pairs.map(([bare, own]) => own[unit] - bare[unit]));
  const [low, middle, high] = added.map((ms) => 1 + ms / bareMs);
  return {
    bareMs,
    moduleMs: median(pairs.map(([, own]) => own[unit])),
    ratio: [low, middle, high] as Quartiles, // three in, three out
  };
}

/** Starts a bare module and ours by turns, each round in a fresh process. */
export async function measureStart(bundle: string, rounds: number): Promise<Start> {
  const folder = await mkdtemp(join(tmpdir(), 'xnet-bench-'));
  try {
    const bareBundle = join(folder, 'bare.js');
    await writeFile(bareBundle, BARE);
    const node = JSON.stringify(entropyOf(vectors.mnemonic));
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
