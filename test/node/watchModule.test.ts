import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isTest } from '../../scripts/build/fileHash';
import { root } from '../../scripts/root';
import { startWallet, type WalletProcess } from '../../wallet/test-module/walletProcess';
import { addressedModule } from '../stage/addressedModule';

const MINUTE = 60_000;
/** Runs in the copy, whose sources it watches. */
const program = `
import { watchModule } from './scripts/build/watchModule';
const say = (line) => process.stdout.write(JSON.stringify(line) + '\\n');
await watchModule({ out: process.argv[1] ?? '' }, say);
say({ watches: true });
`;

let copy: string;
let folder: string;
let wallet: WalletProcess;
let watcher: ReturnType<typeof spawn>;
const lines: string[] = [];
let output: Interface;
/** Milliseconds from the start of a wallet until it is ready, on this machine as it is now. */
let walletMs: number;

/** The next thing that the watcher says. */
const said = async (): Promise<string> => {
  if (lines.length === 0) await Promise.race([once(output, 'line'), once(output, 'close')]);
  return lines.shift() ?? '';
};

beforeAll(async () => {
  // Below the root, so that packages are found; the copy of ours is what counts for `@xnet`.
  copy = await mkdtemp(join(root, 'node_modules/.cache/xnet/watched-'));
  folder = await mkdtemp(join(tmpdir(), 'xnet-watch-'));
  const kept = ['src', 'clients/src', 'clients/package.json', 'locales', 'scripts', 'assembly'];
  for (const path of [...kept, 'openrpc.json', 'package.json', 'tsconfig.json'])
    await cp(join(root, path), join(copy, path), { recursive: true, filter: (p) => !isTest(p) });
  const { out } = await addressedModule({ out: join(folder, 'module') });
  const started = performance.now();
  wallet = await startWallet(out, join(folder, 'data'), ['--watch']);
  walletMs = performance.now() - started;
  await wallet.connect();
  const args = ['--import', 'tsx', '--input-type=module', '-e', program, out];
  watcher = spawn(process.execPath, args, { cwd: copy, stdio: ['ignore', 'pipe', 'inherit'] });
  output = createInterface({ input: watcher.stdout ?? process.stdin });
  output.on('line', (line) => lines.push(line));
  expect(await said()).toBe('{"watches":true}');
}, 3 * MINUTE);

afterAll(async () => {
  watcher?.kill();
  await wallet?.stop();
  for (const made of [copy, folder]) await rm(made, { recursive: true, force: true });
});

/** @returns milliseconds until the wallet has the module with the change */
const change = async (path: string, from: string, to: string): Promise<number> => {
  const before = (await wallet.until(() => true)).module?.checksum;
  const text = await readFile(join(copy, path), 'utf8');
  expect(text).toContain(from);
  const started = performance.now();
  await writeFile(join(copy, path), text.replace(from, to));
  await wallet.until(({ module }) => module !== null && module.checksum !== before);
  const ms = Math.round(performance.now() - started);
  const built = await said();
  expect(built).toContain('"ms"');
  process.stdout.write(`watch: ${path} → new module in ${ms} ms, of that ${built}\n`);
  return ms;
};

const network = async () => (await wallet.invoke('xnet_getCurrentNetwork', {})).result;

describe('watchModule', () => {
  it(
    'runs a changed source within twice the time in which a wallet starts, and keeps what the wallet holds',
    async () => {
      expect(await network()).toMatchObject({ name: 'Testnet (Sepolia)' });
      const first = await change('src/networks/sepolia.ts', 'Testnet (Sepolia)', 'Changed');
      expect(await network()).toMatchObject({ name: 'Changed' });
      const second = await change('src/networks/sepolia.ts', 'Changed', 'Changed again');
      expect(await network()).toMatchObject({ name: 'Changed again' });
      expect(Math.min(first, second)).toBeLessThan(2 * walletMs);
    },
    MINUTE,
  );

  it(
    'takes changed texts',
    async () => {
      await change('locales/en.json', '"Xnet"', '"Xnet anew"');
      expect(await wallet.until(() => true)).toMatchObject({ module: { name: 'Xnet anew' } });
    },
    MINUTE,
  );

  it(
    'names the place of a fault in a source, leaves the module alone, and goes on',
    async () => {
      const path = join(copy, 'src/networks/sepolia.ts');
      const text = await readFile(path, 'utf8');
      await writeFile(path, `${text}\nconst = 1;\n`);
      expect(await said()).toMatch(/"failure":.*src\/networks\/sepolia\.ts:\d+/u);
      expect(await network()).toMatchObject({ name: 'Changed again' });
      await writeFile(path, text);
      expect(await said()).toContain('"ms"');
    },
    MINUTE,
  );
});
