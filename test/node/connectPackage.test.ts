import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorKinds } from '@xnet/clients/errors';
import { root } from '../../scripts/root';
import house from '../contract/house.json';
import { bundledByVite, bundledByWebpack } from './bundled';
import { browserLike, testOfDapp } from './dappTest';

const MINUTE = 60_000;
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
type Packed = { filename: string; size: number; unpackedSize: number };
let project: string;
let packed: readonly Packed[];

const run = (command: string, args: readonly string[], cwd = project): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const write = (name: string, text: string) => writeFileSync(join(project, name), text);

const readme = readFileSync(join(root, 'connect/README.md'), 'utf8');
/** A dapp in two lines, as bundlers get it. */
const page = `import { createClient, showModule } from '@xnet/connect';
showModule({}, ({ client }) => console.log(client.moduleId, createClient));
`;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'xnet-connect-'));
  packed = ['connect', 'connectTesting'].map((name) => {
    run(process.execPath, ['--import', tsx, `scripts/build/${name}.ts`], root);
    const folder = join(root, name === 'connect' ? 'connect' : 'connect/testing');
    const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', project];
    return (JSON.parse(run('npm', words, folder)) as Packed[])[0] as Packed; // one per folder
  });
  write('package.json', JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  const files = packed.map(({ filename }) => join(project, filename));
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...files]);
}, 5 * MINUTE);
afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('@xnet/connect and @xnet/connect-testing, packed and installed into an empty project', () => {
  it('brings no other package with it', () => {
    expect(
      readdirSync(join(project, 'node_modules')).filter((one) => !one.startsWith('.')),
    ).toEqual(['@xnet']);
  });

  it('stays small for a dapp: what tests need is in the other package', () => {
    const [connect, testing] = packed.map(({ size }) => size);
    expect(connect).toBeLessThan(house.connectBytes);
    expect(testing).toBeGreaterThan(3 * house.connectBytes);
  });

  it('brings the texts of both licences', () => {
    for (const name of ['connect', 'connect-testing'])
      expect(readdirSync(join(project, 'node_modules/@xnet', name, 'dist'))).toEqual(
        expect.arrayContaining(['LICENSE-APACHE', 'LICENSE-MIT']),
      );
  });

  it('brings the licences of the packages of others that are in its files', () => {
    const bundled = (name: string) =>
      readFileSync(join(project, 'node_modules/@xnet', name), 'utf8').match(
        /(?<=^\/\/ .*node_modules\/)(?:@[^/\n]+\/)?[^/\n]+(?=\/[^\n]*$)/gmu,
      ) ?? [];
    expect(['index.js', 'index.cjs'].flatMap((name) => bundled(`connect/dist/${name}`))).toEqual(
      [],
    );
    for (const [part, one] of [
      ['connect-testing/dist', 'lodash'],
      ['connect/dist/server', '@noble/curves'],
    ] as const) {
      const notices = readFileSync(
        join(project, 'node_modules/@xnet', part, 'THIRD-PARTY-NOTICES'),
        'utf8',
      );
      const told =
        notices.match(/^\S+(?= \d+\.\d+\.\d+ \((?:MIT|ISC|0BSD|MIT OR Apache-2\.0)\)$)/gmu) ?? [];
      expect(told).toContain(one);
      expect(new Set(told)).toEqual(new Set(bundled(`${part}/index.cjs`)));
    }
  });

  it('holds no source, no test, no map, and no folder of the machine on which it was built', () => {
    const folder = join(project, 'node_modules/@xnet');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((name) => /\.test\.|\.map$|(?<!\.d)\.tsx?$/u.test(name))).toEqual([]);
    const named = files.filter((name) => readFileSync(name, 'utf8').includes(root));
    expect(named).toEqual([]);
  });

  it(
    'connects in Node to the headless wallet of its own, with a dialog as data',
    () => {
      write(
        'run.js',
        `import { createClient, createConnection } from '@xnet/connect';
import { createTestWallet } from '@xnet/connect-testing';
const wallet = createTestWallet();
const client = createClient({ provider: wallet.providerFor('https://dapp.example') });
const { currentAccount } = await createConnection(client).connect();
wallet.refuse();
const refused = await client.request('xnet_addAccount').catch(({ code, data }) => [code, data.hint]);
console.log(JSON.stringify([currentAccount, refused, wallet.dialogs.map(({ title }) => title)]));
`,
      );
      const [account, refused, dialogs] = JSON.parse(run(process.execPath, ['run.js']));
      expect(account).toMatch(/^0x[0-9a-f]{64}$/u);
      const { code, hint } = errorKinds.userRejected;
      expect([refused, dialogs]).toEqual([
        [code, hint],
        ['Create account', 'Create account'],
      ]);
    },
    MINUTE,
  );

  it('loads by require, too, as a module that every Node can require', () => {
    write('run.cjs', "console.log(Object.keys(require('@xnet/connect')).includes('createClient'))");
    // Later releases of Node 20 can require ES modules.
    const [flag = ''] = ['--no-experimental-require-module'].filter((one) =>
      process.allowedNodeEnvironmentFlags.has(one),
    );
    expect(run(process.execPath, [flag, 'run.cjs'].filter(Boolean)).trim()).toBe('true');
  });

  it.each([
    ['Node', 'node'],
    ['a browser, of which it has none of what Node has', './browserLike.cjs'],
  ])(
    'loads in Jest unchanged, in what stands for %s',
    (_, testEnvironment) => {
      write('connects.test.cjs', testOfDapp);
      write('browserLike.cjs', browserLike);
      write(
        'jest.config.cjs',
        `module.exports = ${JSON.stringify({ testEnvironment, testMatch: ['**/*.test.cjs'], moduleFileExtensions: ['js', 'cjs', 'json'] })};`,
      );
      const jest = join(root, 'node_modules/jest/bin/jest.js');
      const { status, stderr } = spawnSync(
        process.execPath,
        [jest, '--ci', '--cacheDirectory', join(project, '.jest')],
        {
          cwd: project,
          encoding: 'utf8',
        },
      );
      expect(stderr).toContain('1 passed');
      expect(status).toBe(0);
    },
    MINUTE,
  );

  it(
    'passes a strict compiler with every declaration checked, however it finds modules',
    async () => {
      write(
        'page.ts',
        `import { createClient, findWallet, getErrorKind, showModule, watchStatuses, type ChainId, type Errors, type Provider, type WalletErrorKind } from '@xnet/connect';
import { verifySignIn } from '@xnet/connect/server';
import { createTestWallet } from '@xnet/connect-testing';
declare const provider: Provider;
const client = createClient({ provider });
const sent: Promise<{ readonly transaction_hash: string }> = client.request('xnet_executeTxn', {
  address: '0x1',
  calls: [{ contractAddress: '0x2', entrypoint: 'transfer', calldata: ['0x3'] }],
});
const kind: Errors<'xnet_executeTxn'> | WalletErrorKind | undefined = getErrorKind<'xnet_executeTxn'>(sent);
// Typed data as libraries have it: an interface, which has no index.
interface TypedData { types: Record<string, { name: string; type: string }[]>; primaryType: string; domain: object; message: object }
declare const typedDataMessage: TypedData;
client.request('xnet_signMessage', { signerAddress: '0x1', typedDataMessage });
// Options and params that may be there or not, handed on as they are.
declare const may: { signal: AbortSignal | undefined; moduleId: string | undefined; chainId: ChainId | undefined };
findWallet(may);
createClient({ ...may, provider, version: undefined });
showModule(may);
createTestWallet({ ...may, nodeUrl: undefined, phrase: undefined });
watchStatuses(client, { transactionHash: '0x1', ...may }, { ...may, everyMs: undefined, onTrouble: undefined });
client.request('xnet_getState', undefined, may);
client.request('xnet_getCurrentAccount', { chainId: 'starknet:SN_MAIN' });
const checked: Promise<{ address: string }> = verifySignIn(null as never, { nonce: '', uri: '', nodeUrl: '' });
// Wallet objects say what they return.
showModule({}, ({ windowObject, standardWallet }) => {
  const { request } = standardWallet.features['starknet:walletApi'];
  const told: [Promise<string[]>, Promise<string>] = [
    windowObject.request({ type: 'wallet_requestAccounts' }),
    request({ type: 'wallet_requestChainId' }),
  ];
  // @ts-expect-error: a list of addresses is no number
  const wrong: Promise<number> = windowObject.request({ type: 'wallet_requestAccounts' });
  console.log(told, wrong, checked, windowObject.account?.execute);
});
// @ts-expect-error: typed data without types
client.request('xnet_signMessage', { signerAddress: '0x1', typedDataMessage: { message: {} } });
// @ts-expect-error: a method that is not there
client.request('xnet_steal');
// @ts-expect-error: a param that is missing
client.request('xnet_extractPublicKey', {});
// @ts-expect-error: a network that is none of the two
client.request('xnet_getCurrentAccount', { chainId: '0x1' });
console.log(sent, kind === 'userRejected', getErrorKind<'ping'>(sent) === 'methodNotFound');
`,
      );
      // The README's first example, verbatim.
      const [, example = ''] = /```ts\n([\s\S]*?)```/u.exec(readme) ?? [];
      write('readme.ts', example);
      write(
        'test.ts',
        "export { createTestWallet, announceWallet } from '@xnet/connect-testing';\n",
      );
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      const strict = '--noEmit --strict --skipLibCheck false --exactOptionalPropertyTypes';
      const target = '--target es2022 --lib es2022,dom';
      write(
        'required.cts',
        `import { createClient } from '@xnet/connect';
import { createTestWallet } from '@xnet/connect-testing';
export const client = createClient({ provider: createTestWallet().providerFor('https://a.b') });
`,
      );
      const compile = async (
        module: string,
        resolution: string,
        ...more: string[]
      ): Promise<string> => {
        const args = `${strict} ${target} --module ${module} --moduleResolution ${resolution}`;
        const files = ['page.ts', 'readme.ts', 'test.ts', ...more];
        return promisify(execFile)(process.execPath, [tsc, ...args.split(' '), ...files], {
          cwd: project,
        }).then(
          ({ stdout }) => stdout,
          (error: Error & { stdout: string }) => error.stdout || error.message,
        );
      };
      // Two at a time: each uses one core.
      expect(
        await Promise.all([
          compile('esnext', 'bundler'),
          compile('nodenext', 'nodenext', 'required.cts'),
        ]),
      ).toEqual(['', '']);
      // Before release 5.8 of TypeScript an ES module could not be required.
      expect(await compile('node16', 'node16', 'required.cts')).toBe('');
      // Resolvers from before `exports` use other fields of the package file.
      expect(await compile('esnext', 'node10')).toBe('');
    },
    MINUTE,
  );

  it(
    'runs every example of the guide to failures in one strict file, in any order',
    async () => {
      const guide = readFileSync(join(root, 'docs/develop/failures.md'), 'utf8');
      const [beginning = '', ...examples] = [...guide.matchAll(/```ts\n(.*?)```/gsu)].map(
        ([, code = '']) => code,
      );
      const tests = examples.map((code, index) => `it('${index}', async () => {\n${code}});\n`);
      const globals = "import { beforeEach, expect, it } from '@jest/globals';\n";
      write('failures.test.cts', `${globals}${beginning}${tests.join('')}`);
      const compilerOptions = {
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        target: 'es2022',
        lib: ['es2022', 'dom'],
        module: 'nodenext',
        types: [],
        paths: { '@jest/globals': [join(root, 'node_modules/@jest/globals')] },
      };
      write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['failures.test.cts'] }));
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      const compiled = spawnSync(process.execPath, [tsc], { cwd: project, encoding: 'utf8' });
      expect(compiled.stdout).toBe('');
      write(
        'jest.config.cjs',
        `module.exports = ${JSON.stringify({ testMatch: ['**/failures.test.cjs'], moduleFileExtensions: ['js', 'cjs', 'json'] })};`,
      );
      const jest = join(root, 'node_modules/jest/bin/jest.js');
      const words = ['--ci', '--randomize', '--cacheDirectory', join(project, '.jest')];
      const { stderr } = spawnSync(process.execPath, [jest, ...words], {
        cwd: project,
        encoding: 'utf8',
      });
      expect(stderr).toContain(`${examples.length} passed`);
    },
    2 * MINUTE,
  );

  it.each([
    ['Vite', bundledByVite],
    ['webpack', bundledByWebpack],
  ])(
    'bundles with %s',
    (_, bundled) => {
      expect(bundled(project, page)).toContain('starknet_xnet');
    },
    MINUTE,
  );
});
