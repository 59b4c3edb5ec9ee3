import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { build } from 'esbuild';
import { buildHash } from '../build/buildHash';
import { root } from '../root';
import { median } from './median';
import { type Sandbox, startInSandbox } from './sandbox';

export type ClassHashTimes = {
  felts: number;
  /** CPU milliseconds; the minimum of several runs. */
  oursMs: number;
  withoutWasmMs: number;
  starknetJsMs: number;
  /** True if all three computed the same hash. */
  agree: boolean;
};
export type Hashes = {
  classes: ClassHashTimes[];
  /** Longest wait of another request in ms while the largest class was hashed, per round. */
  waitsMs: { wasm: number[]; bigint: number[] };
  /** Median milliseconds per address. */
  addressMs: { moduleMs: number; starknetJs: number };
};

/** Program sizes in felts: the STRK token's, and the network's limit. */
const programs = { token: 12_224, largest: 81_920 };
const rounds = { wasm: 5, slow: 2, waits: 3, addresses: 40 };

type Result = readonly [ms: number, result: unknown];

async function timed(sandbox: Sandbox, method: string, params: object): Promise<Result> {
  const started = performance.now();
  const result = await sandbox.invoke(method, params);
  return [performance.now() - started, result];
}

/** CPU time of all threads of this process, which excludes other programs. */
async function worked(sandbox: Sandbox, method: string, params: object): Promise<Result> {
  const cpuBefore = process.cpuUsage();
  const result = await sandbox.invoke(method, params);
  const { user, system } = process.cpuUsage(cpuBefore);
  return [(user + system) / 1000, result];
}

async function measureClass(sandbox: Sandbox, felts: number): Promise<ClassHashTimes> {
  await sandbox.invoke('prepare', { felts });
  const measureShortest = async (engine: string, count: number): Promise<Result> => {
    const results: Result[] = [];
    for (let i = 0; i < count; i++)
      results.push(await worked(sandbox, 'classHash', { felts, engine }));
    return results.reduce((a, b) => (b[0] < a[0] ? b : a));
  };
  const [oursMs, first] = await measureShortest('wasm', rounds.wasm);
  const [withoutWasmMs, second] = await measureShortest('bigint', rounds.slow);
  const [starknetJsMs, third] = await measureShortest('starknet', rounds.slow);
  const agree = first === second && first === third;
  return { felts, oursMs, withoutWasmMs, starknetJsMs, agree };
}

async function longestWait(sandbox: Sandbox, engine: string): Promise<number> {
  let isDone = false;
  const hashing = sandbox.invoke('classHash', { felts: programs.largest, engine }).finally(() => {
    isDone = true;
  });
  let longest = 0;
  while (!isDone) {
    const [ms] = await timed(sandbox, 'ping', {});
    longest = Math.max(longest, ms);
    await turn();
  }
  await hashing;
  return longest;
}

async function measureAddress(sandbox: Sandbox, engine: string): Promise<number> {
  await sandbox.invoke('address', { engine, salt: '0x1' });
  const times: number[] = [];
  for (let i = 0; i < rounds.addresses; i++) {
    const salt = `0x${(2n ** 250n + BigInt(i) ** 20n).toString(16)}`;
    const [address] = await timed(sandbox, 'address', { engine, salt });
    const [request] = await timed(sandbox, 'ping', {});
    times.push(address - request);
  }
  return median(times);
}

/** Hashes in the wallet vendor's sandbox: our implementation and starknet.js, in the same run. */
export async function measureHashes(): Promise<Hashes> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'scripts/bench/hashModule.ts')],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    logLevel: 'error',
  });
  const wasm = (await buildHash()).toString('base64');
  const sandbox = await startInSandbox(outputFiles[0]?.text ?? '', {
    request: (() => Promise.resolve(wasm)) as never, // snap_getFile is all that it asks for
  });
  try {
    const classes: ClassHashTimes[] = [];
    for (const felts of Object.values(programs)) classes.push(await measureClass(sandbox, felts));
    const waitsMs = { wasm: [] as number[], bigint: [] as number[] };
    for (const engine of ['wasm', 'bigint'] as const)
      for (let i = 0; i < rounds.waits; i++)
        waitsMs[engine].push(await longestWait(sandbox, engine));
    const addressMs = {
      moduleMs: await measureAddress(sandbox, 'bigint'),
      starknetJs: await measureAddress(sandbox, 'starknet'),
    };
    return { classes, waitsMs, addressMs };
  } finally {
    await sandbox.stop();
  }
}
