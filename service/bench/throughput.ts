import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startAnvil } from '../src/upstream/anvil';
import type { Load, Loaded } from './load';
import { startServiceProcess } from './serviceProcess';

const connections = 20;
const roundMs = Number(process.env.XNET_BENCH_MS ?? 3_000);
const rounds = Number(process.env.XNET_BENCH_ROUNDS ?? 5);
const blocks = 64;

const program = fileURLToPath(new URL('load.ts', import.meta.url));

/** In a process of its own, so that it waits for nothing else. */
const load = (given: Load): Promise<Loaded> =>
  new Promise((resolve, reject) => {
    const child = fork(program, { execArgv: ['--import', 'tsx'] });
    child.once('message', (loaded) => resolve(loaded as Loaded));
    child.once('exit', (code) => reject(new Error(`The load ended with ${code}.`)));
    child.send(given);
  });

const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** What one process answers, over what the node alone does in the rounds between. */
export const measureThroughput = async (): Promise<Record<string, number>> => {
  const anvil = await startAnvil();
  const mine = {
    jsonrpc: '2.0',
    id: 1,
    method: 'anvil_mine',
    params: [`0x${blocks.toString(16)}`],
  };
  await fetch(anvil.url, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify(mine),
  });
  const workers = process.env.XNET_BENCH_WORKERS;
  const service = await startServiceProcess([
    ...['--eth', anvil.url],
    ...(workers === undefined ? [] : ['--workers', workers]),
  ]);
  const bodies = Array.from({ length: blocks }, (_, index) =>
    JSON.stringify({
      ...{ jsonrpc: '2.0', id: index, method: 'eth_getBlockByNumber' },
      params: [`0x${index.toString(16)}`, false],
    }),
  );
  const ask = (url: string, path: string, ms: number): Promise<Loaded> =>
    load({ url, path, bodies, connections, ms });
  const direct: Loaded[] = [];
  const through: Loaded[] = [];
  try {
    await ask(service.url, `/v3/${service.key}`, roundMs);
    for (let round = 0; round < rounds; round += 1) {
      direct.push(await ask(anvil.url, '/', roundMs));
      through.push(await ask(service.url, `/v3/${service.key}`, roundMs));
    }
  } finally {
    await service.stop();
    await anvil.stop();
  }
  const share = direct.map(({ perSecond }, round) => (through[round]?.perSecond ?? 0) / perSecond);
  return {
    alone: median(direct.map(({ perSecond }) => perSecond)),
    through: median(through.map(({ perSecond }) => perSecond)),
    share: median(share),
    aloneP99: median(direct.map(({ p99 }) => p99)),
    p50: median(through.map(({ p50 }) => p50)),
    p99: median(through.map(({ p99 }) => p99)),
  };
};
