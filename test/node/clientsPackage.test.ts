import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buildClients } from '../../scripts/build/buildClients';
import { root } from '../../scripts/root';
import { type Anvil, startAnvil } from '../chain/anvil';

jest.setTimeout(120_000);

let project: string;
let anvil: Anvil;
const run = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, {
    cwd: project,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
const write = (name: string, text: string) => writeFileSync(join(project, name), text);

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'xnet-clients-'));
  await buildClients();
  const [packed] = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', project, join(root, 'clients/dist')]),
  ) as { filename: string }[];
  // As an installation does, without a registry: the package, and what it says that it needs.
  const folder = join(project, 'node_modules/@xnet/clients');
  mkdirSync(folder, { recursive: true });
  run('tar', ['-xzf', packed?.filename ?? '', '-C', folder, '--strip-components=1']);
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
  write('package.json', JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  anvil = await startAnvil();
  await anvil.call('anvil_mine', '0x1'); // The first block's state root is left out by the node.
});
afterAll(async () => {
  await anvil.stop();
  rmSync(project, { recursive: true, force: true });
});

/** One small client of many: what a bundler should take, and nothing else. */
const page = `import { baseFeePercentile, createGasApi, createHttp } from '@xnet/clients';
const gas = createGasApi({ http: createHttp({ fetch }), url: 'http://127.0.0.1:1', key: { key: 'k' } });
gas.read('1', baseFeePercentile).then(({ baseFeePercentileGwei }) => console.log(baseFeePercentileGwei));
`;
/** What the gas client reads, and nothing that the IPFS client asks for. */
const expectTheGasClient = (bundle: string) => {
  expect(bundle).toContain('baseFeePercentileGwei');
  expect(bundle).not.toContain('object/get');
  expect(bundle.length).toBeLessThan(40_000);
};

describe('@xnet/clients, packed and installed into an empty project', () => {
  it('holds no source and no test', () => {
    const files = readdirSync(join(project, 'node_modules/@xnet/clients'), { recursive: true });
    const named = files.map(String);
    expect(named).toEqual(expect.arrayContaining(['README.md', 'index.js', 'index.d.ts']));
    expect(named.filter((name) => /\.test\.|(?<!\.d)\.ts$/u.test(name))).toEqual([]);
  });

  it('runs in plain Node, with nothing of this project beside it', () => {
    write(
      'script.js',
      `
import { createEthereumNode, createHttp, eth_getBlockByNumber, eth_getProof, httpRpc, verifyProof }
  from '@xnet/clients';
const http = createHttp({ fetch });
const node = createEthereumNode(httpRpc({ http, endpoints: [{ url: process.argv[2] }] }));
const block = await node.read(eth_getBlockByNumber('latest', false));
const proof = await node.read(eth_getProof('0x' + '1'.repeat(40), [], block.number));
console.log(JSON.stringify([block.number, verifyProof(proof, block.stateRoot) ?? 'proven']));
`,
    );
    expect(existsSync(join(project, 'node_modules/@metamask/snaps-sdk'))).toBe(false);
    expect(JSON.parse(run(process.execPath, ['script.js', anvil.url]))).toEqual(['0x1', 'proven']);
  });

  it.each(['bundler', 'nodenext'])(
    'has types that pass a strict compiler with every declaration checked (%s)',
    (resolution) => {
      const use = (chain: string) => `
import { baseFeePercentile, type GasApi } from '@xnet/clients';
export const now = async (gas: GasApi): Promise<string> =>
  (await gas.read(${chain}, baseFeePercentile)).baseFeePercentileGwei;
`;
      write('right.ts', use("'1'"));
      write('wrong.ts', use('1'));
      const check = (file: string) => {
        const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
        const strict = '--noEmit --strict --skipLibCheck false --exactOptionalPropertyTypes';
        const target = `--target es2022 --lib es2022,dom --module ${module}`;
        const args = `${strict} ${target} --moduleResolution ${resolution} ${file}`.split(' ');
        const tsc = join(root, 'node_modules/typescript/bin/tsc');
        return spawnSync(process.execPath, [tsc, ...args], { cwd: project, encoding: 'utf8' })
          .stdout;
      };
      expect(check('right.ts')).toBe('');
      expect(check('wrong.ts')).toContain(
        "'number' is not assignable to parameter of type 'string'",
      );
    },
  );

  it('is bundled by Vite, as far as it is used', () => {
    write('page.js', page);
    write('index.html', '<!doctype html><script type="module" src="/page.js"></script>');
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    run(process.execPath, [vite, 'build', '--logLevel', 'error', '--outDir', 'byVite']);
    const [name = ''] = readdirSync(join(project, 'byVite/assets'));
    expectTheGasClient(readFileSync(join(project, 'byVite/assets', name), 'utf8'));
  });

  it('is bundled by webpack, as far as it is used', () => {
    write('page.js', page);
    write(
      'bundle.cjs',
      `const webpack = require(${JSON.stringify(join(root, 'node_modules/webpack'))});
webpack(
  { mode: 'production', entry: './page.js', output: { path: __dirname + '/byWebpack' } },
  (error, stats) => {
    if (error || stats.hasErrors()) throw error ?? new Error(stats.toString());
  },
);
`,
    );
    run(process.execPath, ['bundle.cjs']);
    expectTheGasClient(readFileSync(join(project, 'byWebpack/main.js'), 'utf8'));
  });
});
