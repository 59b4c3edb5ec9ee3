import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Anvil, startAnvil } from '../src/upstream/anvil';
import { cpuUs } from './cpu';
import type { Load, Loaded } from './load';
import { type ServiceProcess, startServiceProcess } from './serviceProcess';

const connections = 20;
const roundMs = Number(process.env.XNET_BENCH_MS ?? 3_000);
const rounds = Number(process.env.XNET_BENCH_ROUNDS ?? 5);
/** Requested in turn, more than the service caches: every request is a cache miss. */
const blocks = 6_000;
/** Requested again and again. */
const known = 64;

const program = fileURLToPath(new URL('load.ts', import.meta.url));

/** Runs in a process of its own, so that nothing else delays it. */
const load = (given: Load): Promise<Loaded> =>
  new Promise((resolve, reject) => {
    const child = fork(program, { execArgv: ['--import', 'tsx'] });
    child.once('message', (loaded) => resolve(loaded as Loaded));
    child.once('exit', (code) => reject(new Error(`The load ended with ${code}.`)));
    child.send(given);
  });

const post = async (url: string, method: string, params: unknown[]): Promise<void> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  await (await fetch(url, { method: 'POST', headers, body })).text();
};

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

type Figures = Record<'perSecond' | 'p50' | 'p99' | 'cpuUs', number>;
type Asked = { url: string; path: string; pid: number; blocks: number };

const measure = async ({ url, path, pid, blocks: count }: Asked): Promise<Figures> => {
  const bodies = Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: index,
      method: 'eth_getBlockByNumber',
      params: [`0x${index.toString(16)}`, false],
    }),
  );
  const before = cpuUs(pid);
  const { calls, ...loaded } = await load({ url, path, bodies, connections, ms: roundMs });
  return { ...loaded, cpuUs: (cpuUs(pid) - before) / calls };
};

const mediansOf = (list: readonly Figures[], alone: readonly Figures[]) => ({
  perSecond: median(list.map(({ perSecond }) => perSecond)),
  ofAlone: median(list.map(({ perSecond }, round) => perSecond / (alone[round]?.perSecond ?? 0))),
  p50: median(list.map(({ p50 }) => p50)),
  p99: median(list.map(({ p99 }) => p99)),
  cpuUs: median(list.map((each) => each.cpuUs)),
});

/** Measures every target in each round, so that other load on the machine affects all equally. */
const inTurns = async (anvil: Anvil, one: ServiceProcess) => {
  const node = { url: anvil.url, path: '/', pid: anvil.pid };
  const targets: Record<string, Asked> = {
    alone: { ...node, blocks },
    service: { ...one, path: `/v3/${one.key}`, blocks },
    known: { ...one, path: `/v3/${one.key}`, blocks: known },
  };
  for (const target of Object.values(targets)) await measure(target);
  const figures = Object.entries(targets).map(([name, target]) => ({
    name,
    target,
    list: [] as Figures[],
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { target, list } of figures) list.push(await measure(target));
  }
  const [alone] = figures;
  return Object.fromEntries(
    figures.map(({ name, list }) => [name, mediansOf(list, alone?.list ?? [])]),
  );
};

/**
 * Calls per second, relative to the node alone in the same round; milliseconds per call; and CPU
 * time of the process per call in µs, which other load on the machine affects least.
 */
export const measureThroughput = async (): Promise<object> => {
  const anvil = await startAnvil();
  const started: ServiceProcess[] = [];
  try {
    await post(anvil.url, 'anvil_mine', [`0x${blocks.toString(16)}`]);
    const one = await startServiceProcess(['--eth', anvil.url]);
    started.push(one);
    return await inTurns(anvil, one);
  } finally {
    for (const service of started) await service.stop();
    await anvil.stop();
  }
};
