import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Files that are committed or would be with the next commit. */
const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard')
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const isText = (path: string) => !/\.(png|jpe?g|ico|woff2?|wasm)$/u.test(path);

/** The files whose text matches, with the first match. */
const findAll = (pattern: RegExp): string[] =>
  files.filter(isText).flatMap((path) => {
    const found = pattern.exec(read(path));
    return found ? [`${path}: ${found[0]}`] : [];
  });

type Package = Record<string, unknown> & {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  overrides?: Record<string, string | Record<string, string>>;
};
const packages = files
  .filter((path) => /(^|\/)package\.json$/u.test(path))
  .map((path) => [path, JSON.parse(read(path)) as Package] as const);

describe('the files of the repository', () => {
  it('includes package and module', () => {
    expect(files).toEqual(expect.arrayContaining(['package.json', 'src/index.tsx']));
  });

  it('contains no address of a package registry', () => {
    // The brackets keep this file from matching itself.
    const hosts =
      /registry[.](?:npmjs|npmmirror|yarnpkg)[.]|npm[.]pkg[.]github|[/]index[.]crates[.]io|proxy[.]golang[.]org|files[.]pythonhosted/u;
    expect(findAll(hosts)).toEqual([]);
  });

  it('keeps no download addresses in lock files', () => {
    const locks = files.filter((path) => path.endsWith('package-lock.json'));
    expect(locks).toContain('package-lock.json');
    for (const path of locks)
      expect([path, read(path).includes('"resolved": "http')]).toEqual([path, false]);
  });

  // @promise T32.1
  it('records a checksum of every locked package, and which run a script at installation', () => {
    type Locked = { link?: boolean; integrity?: string; hasInstallScript?: boolean };
    const locks = files.filter((path) => path.endsWith('package-lock.json'));
    const packages = locks.flatMap((path) =>
      Object.entries((JSON.parse(read(path)) as { packages: Record<string, Locked> }).packages)
        .filter(([name, { link }]) => name.includes('node_modules/') && !link)
        .map(([name, locked]) => ({ name: name.replace(/^.*node_modules[/]/u, ''), ...locked })),
    );
    expect(packages.length).toBeGreaterThan(1_000);
    const unchecked = packages.filter(({ integrity }) => !/^sha512-\S{88}$/u.test(integrity ?? ''));
    expect(unchecked.map(({ name }) => name)).toEqual([]);
    const running = packages.filter(({ hasInstallScript }) => hasInstallScript);
    expect(new Set(running.map(({ name }) => name))).toEqual(
      new Set(['@foundry-rs/anvil', '@swc/core', 'esbuild', 'lmdb', 'msgpackr-extract']),
    );
  });

  it('names no folder of the machine on which it was written', () => {
    expect(findAll(/(?<![\w.])[/](?:root|work|home)[/][\w.]+/u)).toEqual([]);
  });

  // @promise T22.1
  it('contains no key of a node provider', () => {
    const keys = /[/](?:v2|v3)[/][0-9a-zA-Z_-]{24,}|(?:api|access)[_-]?key=[0-9a-zA-Z]{16,}/iu;
    expect(findAll(keys)).toEqual([]);
  });

  it('contains no environment file', () => {
    expect(files.filter((path) => /(^|\/)\.env(\.|$)/u.test(path))).toEqual([]);
  });
});

describe('the local chain of the tests', () => {
  it('refuses what the network’s gateway refuses, except in the files that put a proxy before it', () => {
    const isTest = /^(?:test|connect\/browser)\//u;
    const callers = findAll(/\bstartLocalChain\(/u).map((line) => line.split(':')[0] ?? '');
    expect(callers.filter((path) => isTest.test(path))).toEqual([
      'connect/browser/guides.test.ts', // the chain of the published kit
      'connect/browser/moving.test.ts',
      'connect/browser/readme.test.ts',
      'test/browser/followed.test.ts',
      'test/browser/recipe.test.ts', // as a reader starts it
      'test/chain/chain.ts',
      'test/chain/otherWallets.ts',
      'test/engines/engines.test.ts',
      'test/node/localChain.test.ts', // tests the chain itself
      'test/node/walletCalls.test.ts',
      'test/sequences/world.ts',
      'test/stage/stage.ts',
    ]);
  });
});

describe('the dependencies', () => {
  // @promise T32.1
  it.each(packages)(
    'pins the dependencies of %s exactly',
    (_path, { dependencies, devDependencies, overrides }) => {
      const versions = Object.entries({
        ...dependencies,
        ...devDependencies,
        ...overrides,
      }).flatMap(
        // Overrides for the dependencies of one package form a nested table.
        ([name, version]) =>
          typeof version === 'string' ? [[name, version] as const] : Object.entries(version),
      );
      // Another version under our own alias, or a folder of the repository, is exact as well.
      const exact = /^(?:(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?|file:[\w./]+)$/u;
      const loose = versions.filter(([, version]) => !exact.test(version));
      expect(loose).toEqual([]);
    },
  );

  // @promise T32.1
  it('lists the module’s run-time dependencies in docs/understand/dependencies.md', () => {
    const table = read('docs/understand/dependencies.md');
    const firstCells = table.split('\n').map((line) => /^\|([^|]*)\|/u.exec(line)?.[1] ?? '');
    const named = firstCells
      .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/gu)])
      .map(([, name]) => name);
    const own = packages.find(([path]) => path === 'package.json')?.[1];
    expect(named.sort()).toEqual(Object.keys(own?.dependencies ?? {}).sort());
  });
});

describe('the environment of a build', () => {
  /** Settings of a build: endpoints and origins. */
  const given = ['XNET_COMPANION_ORIGINS', 'XNET_ENDPOINTS'];

  // @promise T22.1
  it('stays empty unless the builder fills it: no endpoint, no key, no origin of its own', async () => {
    for (const name of given) delete process.env[name];
    const { default: config } = await import('../../snap.config');
    expect(config.environment).toEqual(Object.fromEntries(given.map((name) => [name, ''])));
  });

  it('names all that the module reads of it', () => {
    const isSource = (path: string) => /^(?:clients\/)?src\/.*(?<!\.test)\.tsx?$/u.test(path);
    const source = files.filter(isSource).map(read).join('\n');
    const used = new Set([...source.matchAll(/process\.env\.(\w+)/gu)].map(([, name]) => name));
    expect([...used].sort()).toEqual([...given].sort());
    expect(source.match(/process\.(?!env\.\w)\w/gu)).toBeNull();
  });

  it('meets public endpoints without credentials in the source, over TLS alone', async () => {
    const { defaultEndpoints } = await import('../../src/remote/starknet/defaults');
    for (const { url } of Object.values(defaultEndpoints).flat()) {
      const { protocol, username, password, search, hash } = new URL(url);
      const parts = { protocol, username, password, search, hash };
      expect(parts).toEqual({
        protocol: 'https:',
        username: '',
        password: '',
        search: '',
        hash: '',
      });
    }
  });
});
