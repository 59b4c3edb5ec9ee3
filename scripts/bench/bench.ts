// Prints a table, draws it as docs/bench.svg and writes it as JSON to `--out <file>`, default
// .cache/bench.json. Times are shown next to a baseline from the same run; tests enforce the
// counts.
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chainIds } from '../../src/schema/primitives';
import { startProxy } from '../../test/chain/proxy';
import house from '../../test/contract/house.json';
import { buildModule } from '../build/buildModule';
import { root } from '../root';
import { startLocalChain } from '../start/localChain';
import { type ClientTimes, measureClients } from './clients';
import { type Earlier, measureEarlier } from './earlier';
import {
  BARE,
  type Execution,
  IN_WALLET,
  type InWallet,
  measureWallets,
  STARKNET_JS,
} from './execute';
import { drawFigure } from './figure';
import { type Hashes, measureHashes } from './hash';
import { measurePage, type PageTimes } from './page';
import { measureStart, type Start } from './start';
import { measureTraffic, type Traffic } from './traffic';
import { type Counted, countWalletCalls } from './walletCalls';

const BUDGET = { bundleBytes: house.bundleBytes, startRatio: 1.15, clientMs: 0.2, addedMs: 5 };
const ROUNDS = Number(process.env.XNET_BENCH_ROUNDS ?? 5);

type Row = readonly [what: string, value: string, beside: string];

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;
const verdict = (isHeld: boolean): string => {
  if (isHeld) return 'held';
  return 'OVER';
};

const startRows = (bytes: number, { clock, processor, sandbox, plain }: Start): Row[] => [
  [
    'Bundle',
    `${bytes} bytes`,
    `budget ${BUDGET.bundleBytes}: ${verdict(bytes <= BUDGET.bundleBytes)}`,
  ],
  ...[
    { by: 'by the clock', starts: clock },
    { by: 'processor time', starts: processor },
  ].flatMap(({ by: runner, starts: { bareMs, moduleMs, ratio } }): Row[] => {
    const [low, middle, high] = ratio;
    return [
      [`Start in the sandbox, bare module, ${runner}`, ms(bareMs), ''],
      [
        `Start in the sandbox, this module, ${runner}`,
        ms(moduleMs),
        `${times(middle)} bare (half of the pairs ${times(low)} to ${times(high)}), budget ${BUDGET.startRatio}: ${verdict(middle <= BUDGET.startRatio)}`,
      ],
    ];
  }),
  ['First key and address, sandbox (createAccount)', ms(sandbox.firstKey), ''],
  ['Next keys and addresses, sandbox (createAccount)', ms(sandbox.warmKey), ''],
  ['Key of a known account, sandbox (extractPublicKey)', ms(sandbox.knownKey), ''],
  ['First public key, plain Node', ms(plain.firstKey), ''],
  ['Next public keys, plain Node', ms(plain.warmKey), ''],
  ['First address, plain Node', ms(plain.firstAddress), ''],
  ['Next addresses, plain Node', ms(plain.warmAddress), ''],
];

const executionRows = (executions: readonly Execution[]): Row[] =>
  executions.map(({ runner, delayMs, ms: elapsedMs, requests }) => {
    const overOf = (peer: string): string => {
      const execution = executions.find((one) => one.delayMs === delayMs && one.runner === peer);
      if (execution && peer !== runner) return `, ${times(elapsedMs / execution.ms)} ${peer}`;
      return '';
    };
    const isOurs = runner.startsWith(IN_WALLET);
    const ratio = (isOurs ? [BARE, STARKNET_JS, IN_WALLET] : [IN_WALLET]).map(overOf).join('');
    return [
      `${runner}, +${delayMs} ms`,
      ms(elapsedMs),
      `${requests} HTTP request${requests === 1 ? '' : 's'}${ratio}`,
    ];
  });

const earlierRows = ({ commit, steps }: Earlier): Row[] =>
  steps.map(({ method, earlierMs, moduleMs }) => {
    const addedMs = moduleMs - earlierMs;
    return [
      `${method} in the wallet, warm, by turns with ${commit}`,
      ms(moduleMs),
      `${times(moduleMs / earlierMs)} the ${ms(earlierMs)} of ${commit}, ${ms(addedMs)} more, budget ${BUDGET.addedMs}: ${verdict(addedMs <= BUDGET.addedMs)}`,
    ];
  });

const countRows = (counted: Counted): Row[] =>
  Object.entries(counted).map(
    ([method, { calls, series, state, components, requests, bytes, stateBytes }]) => [
      `${method}, in the wallet`,
      `${calls} wallet calls`,
      `${series} in series, ${state} of state, ${components} components drawn; ${requests} HTTP requests, ${bytes} bytes from the node; whole state ${stateBytes} bytes`,
    ],
  );

const inWalletRows = ({
  firstTransfer,
  signMessage: { moduleMs, bare, bareUnasked },
}: InWallet): Row[] => [
  [
    'The first transfer after a start',
    ms(firstTransfer.moduleMs),
    `${times(firstTransfer.moduleMs / firstTransfer.bare)} a bare module`,
  ],
  ['xnet_signMessage in the wallet, warm', ms(moduleMs), `${times(moduleMs / bare)} a bare module`],
  ['A bare module: one dialog, the same key and hash', ms(bare), ''],
  ['A bare module without a dialog', ms(bareUnasked), ''],
];

const pageRows = ({ accounts, records, counts, ...times }: PageTimes): Row[] =>
  (['warm', 'first'] as const).map((phase) => {
    const { bareMs, moduleMs, addedMs } = times[phase];
    const [low, middle, high] = addedMs;
    const { calls, state, components } = counts[phase];
    return [
      `The module’s page, ${accounts} accounts, ${records} records, ${phase === 'warm' ? 'again' : 'with the start'}`,
      ms(moduleMs),
      `${ms(middle)} beyond a bare page of ${ms(bareMs)} (half of the pairs ${ms(low)} to ${ms(high)}, 50 ms are wanted); ${calls} wallet calls, ${state} of state, ${components} components`,
    ];
  });

const trafficRows = (traffic: readonly Traffic[]): Row[] =>
  traffic.flatMap(({ records, requests }) =>
    requests.map(
      ({ method, read, bytesWritten }): Row => [
        `State of ${method}, ${records} records`,
        `${read + bytesWritten} bytes`,
        `${read} read, ${bytesWritten} written`,
      ],
    ),
  );

const hashRows = ({ classes, waitsMs, addressMs }: Hashes): Row[] => [
  ...classes.map(
    ({ felts, oursMs, withoutWasmMs, starknetJsMs }): Row => [
      `Hash of a class of ${felts} felts, processor time`,
      ms(oursMs),
      `starknet.js ${times(starknetJsMs / oursMs)}, without WebAssembly ${times(withoutWasmMs / oursMs)} that (at most a twentieth of starknet.js is wanted)`,
    ],
  ),
  [
    'Longest wait of another request while a class is hashed',
    ms(Math.min(...waitsMs.wasm)),
    `the best of ${waitsMs.wasm.length} rounds, ${ms(Math.max(...waitsMs.wasm))} the worst (30 ms are wanted)`,
  ],
  [
    'Address of an account',
    ms(addressMs.moduleMs),
    `starknet.js ${times(addressMs.starknetJs / addressMs.moduleMs)} that (5 ms are wanted)`,
  ],
];

const clientRows = (clients: readonly ClientTimes[]): Row[] =>
  clients.map(({ call, fetchMs, clientMs, addedMs }) => [
    `Typed client: ${call}`,
    `${clientMs.toFixed(2)} ms`,
    `bare fetch ${fetchMs.toFixed(2)} ms, added ${addedMs.toFixed(2)} ms, budget ${BUDGET.clientMs}: ${verdict(addedMs <= BUDGET.clientMs)}`,
  ]);

const print = (rows: readonly Row[]): void => {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  for (const [label, value, comparison] of rows) {
    const line = `${label.padEnd(widths[0] ?? 0)}  ${value.padStart(widths[1] ?? 0)}  ${comparison}`;
    process.stdout.write(`${line.trimEnd()}\n`);
  }
};

const { values } = parseArgs({
  options: { out: { type: 'string' }, earlier: { type: 'string' } },
});
const out = resolve(values.out ?? join(root, '.cache/bench.json'));
const folder = await mkdtemp(join(tmpdir(), 'xnet-bench-'));
const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
try {
  const chain = await startLocalChain();
  undo.push(chain.stop);
  const proxy = await startProxy({ target: chain.url });
  undo.push(proxy.stop);
  await buildModule({
    out: join(folder, 'module'),
    endpoints: { [chainIds.sepolia]: [proxy.url] },
  });
  const bundle = join(folder, 'module/bundle.js');
  const { size: bundleBytes } = await stat(bundle);

  const start = await measureStart(bundle, ROUNDS);
  const { executions, inWallet } = await measureWallets(chain.url, proxy, {
    module: join(folder, 'module'),
    data: join(folder, 'data'),
    delaysMs: [0, 50],
    rounds: ROUNDS,
  });
  const comparison = await measureEarlier(chain.url, proxy.url, {
    commit: values.earlier,
    module: join(folder, 'module'),
    data: join(folder, 'earlier'),
    rounds: ROUNDS,
  });
  const counted = await countWalletCalls(chain.url, proxy, {
    module: join(folder, 'module'),
    data: join(folder, 'data/counted'),
  });
  const page = await measurePage(
    { module: join(folder, 'module'), data: join(folder, 'page') },
    { accounts: 50, records: 10_000, pairs: 2 * ROUNDS },
  );
  const traffic = await measureTraffic(chain.url, [0, 20, 10_000]);

  const hashes = await measureHashes();
  const clients = await measureClients();

  print([
    ...startRows(bundleBytes, start),
    ...executionRows(executions),
    ...inWalletRows(inWallet),
    ...earlierRows(comparison),
    ...pageRows(page),
    ...countRows(counted),
    ...trafficRows(traffic),
    ...hashRows(hashes),
    ...clientRows(clients),
  ]);
  const machine = { node: process.version, cpus: cpus().length, cpu: cpus()[0]?.model ?? '' };
  const result = {
    at: new Date().toISOString(),
    machine,
    bundleBytes,
    start,
    executions,
    inWallet,
    earlier: comparison,
    page,
    counted,
    traffic,
    hashes,
    clients,
  };
  await mkdir(dirname(out), { recursive: true });
  await writeFile(out, `${JSON.stringify(result, null, 2)}\n`);
  const figure = join(root, 'docs/bench.svg');
  await writeFile(figure, drawFigure({ start, executions, inWallet }, ROUNDS));
  process.stdout.write(
    `\nMedians of ${ROUNDS} rounds, each in fresh processes. Written to ${relative(process.cwd(), out)} and ${relative(process.cwd(), figure)}\n`,
  );
} finally {
  for (const end of undo.reverse()) await end();
}
