import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Anvil, startAnvil } from '../src/upstream/anvil';
import { freePort } from '../test/proxies';
import { startRedis } from '../test/startRedis';
import { type Disposal, dispose, temporaryFolder } from '../test/testService';
import { cpuUs } from './cpu';
import type { Load, Loaded } from './load';
import { type ServiceProcess, startServiceProcess } from './serviceProcess';

const connections = 20;
const roundMs = Number(process.env.XNET_BENCH_MS ?? 3_000);
const rounds = Number(process.env.XNET_BENCH_ROUNDS ?? 5);
/** Requested in turn, more than fit into `cacheBytes`: each one is new to the service. */
const blocks = 6_000;
/** Requested again and again. */
const known = 64;
const cacheBytes = 256 * 1024;

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

/** A process of the bench's own: `bare.mjs`, what the runtime's server takes; `bound.mjs`, what a service in it takes. */
const startOwn = async (undo: Disposal, name: string, env: object): Promise<Place> => {
  const program = fileURLToPath(new URL(name, import.meta.url));
  // Plain Node, as the service is measured: what runs the sources would count as theirs.
  const child = fork(program, { execArgv: [], env: { ...process.env, ...env } });
  undo.push(async () => void child.disconnect());
  const [url] = (await once(child, 'message')) as [string];
  return { url, path: `/v3/${'0'.repeat(32)}`, pid: child.pid ?? 0 };
};

/** nginx before the node, as an operator would put it there. */
const startNginx = async (undo: Disposal, node: string): Promise<Place> => {
  const folder = await temporaryFolder(undo);
  const port = await freePort();
  const conf = join(folder, 'nginx.conf');
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join(' ');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const text = `${user} events {} http { ${paths} access_log off; keepalive_requests 1000000000;
    upstream node { server ${new URL(node).host}; keepalive 64; keepalive_requests 1000000000; }
    server { listen 127.0.0.1:${port}; location / { proxy_pass http://node; proxy_http_version 1.1;
    proxy_set_header Connection ''; } } }`;
  await writeFile(conf, text);
  const globals = `daemon off; master_process off; error_log stderr crit; pid ${join(folder, 'pid')};`;
  const args = ['-p', folder, '-c', conf, '-g', globals, '-e', 'stderr'];
  const child = spawn('nginx', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'close');
  undo.push(async () => {
    child.kill();
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined)) && child.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return { url, path: '/', pid: child.pid ?? 0 };
};

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

type Figures = Record<'perSecond' | 'p50' | 'p99' | 'cpuUs', number>;
/** Where calls go, half of them to each if there are two. */
type Place = { url: string; path: string; pid: number };
type Asked = { places: readonly Place[]; blocks: number };

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

const measure = async ({ places, blocks: count }: Asked): Promise<Figures> => {
  const bodies = Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: index,
      method: 'eth_getBlockByNumber',
      params: [`0x${index.toString(16)}`, false],
    }),
  );
  const cpu = (): number => sum(places.map(({ pid }) => cpuUs(pid)));
  const before = cpu();
  const loads = await Promise.all(
    places.map(({ url, path }) =>
      load({ url, path, bodies, connections: connections / places.length, ms: roundMs }),
    ),
  );
  return {
    perSecond: sum(loads.map(({ perSecond }) => perSecond)),
    p50: Math.max(...loads.map(({ p50 }) => p50)),
    p99: Math.max(...loads.map(({ p99 }) => p99)),
    cpuUs: (cpu() - before) / sum(loads.map(({ calls }) => calls)),
  };
};

const mediansOf = (list: readonly Figures[], base: readonly Figures[]) => ({
  perSecond: median(list.map(({ perSecond }) => perSecond)),
  ratio: median(list.map(({ perSecond }, round) => perSecond / (base[round]?.perSecond ?? 0))),
  p50: median(list.map(({ p50 }) => p50)),
  p99: median(list.map(({ p99 }) => p99)),
  cpuUs: median(list.map((each) => each.cpuUs)),
});

/** Measures every target in each round, so that other load on the machine affects all equally. */
const inTurns = async (
  { anvil, bare, bound, nginx }: { anvil: Anvil } & Record<'bare' | 'bound' | 'nginx', Place>,
  [one, first, second]: readonly [ServiceProcess, ServiceProcess, ServiceProcess],
) => {
  const placeOf = (service: ServiceProcess): Place => ({ ...service, path: `/v3/${service.key}` });
  const targets: Record<string, Asked> = {
    bare: { places: [bare], blocks: known },
    nginx: { places: [nginx], blocks },
    boundNew: { places: [bound], blocks },
    boundKnown: { places: [bound], blocks: known },
    alone: { places: [{ url: anvil.url, path: '/', pid: anvil.pid }], blocks },
    service: { places: [placeOf(one)], blocks },
    known: { places: [placeOf(one)], blocks: known },
    shared: { places: [placeOf(first)], blocks: known },
    pair: { places: [placeOf(first), placeOf(second)], blocks: known },
  };
  /** Two instances are compared with one of them. */
  const bases: Record<string, string> = { pair: 'shared' };
  for (const target of Object.values(targets)) await measure(target);
  const figures = Object.entries(targets).map(([name, target]) => ({
    name,
    target,
    list: [] as Figures[],
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { target, list } of figures) list.push(await measure(target));
  }
  const listOf = (name: string) => figures.find((each) => each.name === name)?.list ?? [];
  return Object.fromEntries(
    figures.map(({ name, list }) => [name, mediansOf(list, listOf(bases[name] ?? 'alone'))]),
  );
};

/**
 * Calls per second, relative to the node alone in the same round, or two instances relative to one
 * of them; milliseconds per call; and CPU time of the processes per call in µs, which other load on
 * the machine affects least.
 */
export const measureThroughput = async (): Promise<object> => {
  const anvil = await startAnvil();
  const undo: Disposal = [anvil.stop];
  try {
    await post(anvil.url, 'anvil_mine', [`0x${blocks.toString(16)}`]);
    const bare = await startOwn(undo, 'bare.mjs', {});
    const bound = await startOwn(undo, 'bound.mjs', { NODE_URL: anvil.url });
    const nginx = await startNginx(undo, anvil.url);
    const config = join(await temporaryFolder(undo), 'config.json');
    await writeFile(config, JSON.stringify({ limits: { cacheBytes } }));
    const start = async (...store: string[]): Promise<ServiceProcess> => {
      const service = await startServiceProcess(['--eth', anvil.url, '--config', config, ...store]);
      undo.push(service.stop);
      return service;
    };
    const one = await start();
    const store = await startRedis(undo);
    const [first, second] = [await start('--store', store), await start('--store', store)];
    return await inTurns({ anvil, bare, bound, nginx }, [one, first, second]);
  } finally {
    await dispose(undo);
  }
};
