import { execFile, execFileSync, spawnSync } from 'node:child_process';
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
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import ts from 'typescript';
import { buildClients } from '../../scripts/build/buildClients';
import { root } from '../../scripts/root';
import { type Anvil, startAnvil } from '../chain/anvil';
import { type OpenService, openService } from '../service/openService';
import { bundledByVite, bundledByWebpack } from './bundled';

jest.setTimeout(120_000);

let project: string;
let anvil: Anvil;
let service: OpenService;
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
  // Installs without a registry: the package, and the dependencies that it declares.
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
  service = await openService({ eth: [anvil.url] });
});
afterAll(async () => {
  await service.stop();
  await anvil.stop();
  rmSync(project, { recursive: true, force: true });
});

const readme = readFileSync(join(root, 'clients/README.md'), 'utf8');
/** The README's examples, verbatim. */
const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/gu)].map(([, text = '']) => text);

/** Uses one small client of many: the bundle should contain that and nothing else. */
const page = `import { baseFeePercentile, createGasApi, createHttp } from '@xnet/clients';
const gas = createGasApi({ http: createHttp({ fetch }), url: 'http://127.0.0.1:1', key: { key: 'k' } });
gas.read('1', baseFeePercentile).then(({ baseFeePercentileGwei }) => console.log(baseFeePercentileGwei));
`;
/** Expects the gas client in the bundle, and nothing of the IPFS client. */
const expectTheGasClient = (bundle: string) => {
  expect(bundle).toContain('baseFeePercentileGwei');
  expect(bundle).not.toContain('object/get');
  expect(bundle.length).toBeLessThan(40_000);
};

describe('@xnet/clients, packed and installed into an empty project', () => {
  it('brings the texts of both licences', () => {
    const folder = join(project, 'node_modules/@xnet/clients');
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining(['LICENSE-APACHE', 'LICENSE-MIT', 'README.md']),
    );
  });

  it('refuses to be packed from the sources', () => {
    const { status, stderr } = spawnSync('npm', ['pack', '--dry-run', '-w', 'clients'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(status).not.toBe(0);
    expect(stderr).toContain('The package is clients/dist: npm pack ./clients/dist');
  });

  it('holds no source and no test', () => {
    const files = readdirSync(join(project, 'node_modules/@xnet/clients'), { recursive: true });
    const named = files.map(String);
    expect(named).toEqual(expect.arrayContaining(['README.md', 'index.js', 'index.d.ts']));
    expect(named.filter((name) => /\.test\.|(?<!\.d)\.ts$/u.test(name))).toEqual([]);
  });

  it('does in plain Node what its README shows, with the service on the far side', async () => {
    const { url, key, secret, rpcUrl, socketUrl, authorization } = service;
    const form = new FormData();
    form.append('file', new Blob(['A text.']));
    const headers = { authorization };
    const added = await fetch(`${url}/api/v0/add`, { method: 'POST', headers, body: form });
    const { Hash } = (await added.json()) as { Hash: string };
    // Node has had its own WebSocket since version 22.
    const ws = pathToFileURL(join(root, 'node_modules/ws/wrapper.mjs')).href;
    const told = await Promise.all(
      examples.map(async (text, index) => {
        const here = text
          .replace('http://127.0.0.1:8545', rpcUrl)
          .replace('wss://node.example/ws/v3/KEY', socketUrl)
          .replace('https://service.example', url)
          .replace(/\bKEY\b/u, key)
          .replace(/\bSECRET\b/u, secret)
          .replace('QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG', Hash)
          .replaceAll("gas.read('1'", "gas.read('31337'");
        const { outputText } = ts.transpileModule(here, {
          compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
        });
        const withSocket = `globalThis.WebSocket ??= (await import('${ws}')).WebSocket;\n`;
        write(`example${index}.js`, withSocket + outputText);
        const file = join(project, `example${index}.js`);
        const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: project });
        return stdout.trim();
      }),
    );
    expect(existsSync(join(project, 'node_modules/@metamask/snaps-sdk'))).toBe(false);
    const [ethereum, socket, fees, ipfs, failure] = told;
    expect(ethereum).toBe('0x1 true');
    expect(socket).toMatch(/^connected\n0\nnull\ndisconnected$/u);
    expect(fees).toMatch(/^\d+n 2$/u);
    expect(ipfs).toMatch(
      new RegExp(`^A text\\. 0\n\\{\\s*Cid: '${Hash}',\\s*Type: 'recursive'\\s*\\}$`, 'u'),
    );
    expect(failure).toBe('');
  });

  it('loads by require, too', () => {
    write('run.cjs', "console.log(require('@xnet/clients').gweiToWei('1.5'))");
    expect(run(process.execPath, ['run.cjs']).trim()).toBe('1500000000n');
  });

  it.each(['bundler', 'nodenext', 'node10'])(
    'passes a strict compiler with every declaration checked (%s)',
    (resolution) => {
      const use = (chain: string) => `
import { baseFeePercentile, type GasApi } from '@xnet/clients';
export const now = async (gas: GasApi): Promise<string> =>
  (await gas.read(${chain}, baseFeePercentile)).baseFeePercentileGwei;
`;
      write('right.ts', use("'1'"));
      write('wrong.ts', use('1'));
      const shown = examples.map((text, index) => {
        write(`example${index}.ts`, text);
        return `example${index}.ts`;
      });
      expect(shown).toHaveLength(5);
      const check = (...files: string[]) => {
        const module = resolution === 'nodenext' ? 'nodenext' : 'esnext';
        const strict = '--noEmit --strict --skipLibCheck false --exactOptionalPropertyTypes';
        const target = `--target es2022 --lib es2022,dom --module ${module}`;
        const args = `${strict} ${target} --moduleResolution ${resolution}`.split(' ');
        const tsc = join(root, 'node_modules/typescript/bin/tsc');
        return spawnSync(process.execPath, [tsc, ...args, ...files], {
          cwd: project,
          encoding: 'utf8',
        }).stdout;
      };
      // One run for all: the only error in all files must be that one.
      expect(
        check('right.ts', 'wrong.ts', ...shown)
          .trim()
          .split('\n'),
      ).toEqual([
        expect.stringMatching(
          /^wrong\.ts\(.*'number' is not assignable to parameter of type 'string'/u,
        ),
      ]);
    },
  );

  it.each([
    ['Vite', bundledByVite],
    ['webpack', bundledByWebpack],
  ])('bundles with %s, as far as it is used', (_, bundled) => {
    expectTheGasClient(bundled(project, page));
  });
});
