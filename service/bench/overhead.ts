import { Pool } from 'undici';
import { startAnvil } from '../src/upstream/anvil';
import { startServiceProcess } from './serviceProcess';

type Times = number[];

const perSecond = 500;
const roundSeconds = 5;
const rounds = 4;

const at = (sorted: Times, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

/** Sends calls at a fixed rate, without waiting for earlier responses. Milliseconds per call. */
const run = async (pool: Pool, path: string): Promise<Times> => {
  const count = perSecond * roundSeconds;
  const times: Times = [];
  const one = async (id: number): Promise<void> => {
    const started = performance.now();
    const { body, statusCode } = await pool.request({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'eth_getBlockByNumber',
        params: ['latest', false],
      }),
    });
    await body.text();
    if (statusCode !== 200) throw new Error(`status ${statusCode}`);
    times.push(performance.now() - started);
  };
  const begun = performance.now();
  const waiting: Promise<void>[] = [];
  while (waiting.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - begun) * perSecond) / 1_000));
    while (waiting.length < due) waiting.push(one(waiting.length));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(waiting);
  return times;
};

/** Time that the service adds to a call to the same node, in alternating rounds. Milliseconds. */
export const measureOverhead = async (): Promise<Record<string, number>> => {
  const anvil = await startAnvil();
  const service = await startServiceProcess(['--eth', anvil.url]);
  const direct = new Pool(anvil.url, { connections: 32 });
  const through = new Pool(service.url, { connections: 32 });
  const path = `/v3/${service.key}`;
  try {
    await run(direct, '/');
    await run(through, path);
    const times: { direct: Times; through: Times } = { direct: [], through: [] };
    for (let round = 0; round < rounds; round += 1) {
      times.direct.push(...(await run(direct, '/')));
      times.through.push(...(await run(through, path)));
    }
    for (const list of [times.direct, times.through]) list.sort((a, b) => a - b);
    return {
      directMedian: at(times.direct, 0.5),
      addedMedian: at(times.through, 0.5) - at(times.direct, 0.5),
      directP99: at(times.direct, 0.99),
      addedP99: at(times.through, 0.99) - at(times.direct, 0.99),
    };
  } finally {
    await Promise.all([direct.close(), through.close()]);
    await service.stop();
    await anvil.stop();
  }
};
