import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import ts from 'typescript';
import { buildModule } from '../../scripts/build/buildModule';
import { hashFiles, listFiles } from '../../scripts/build/fileHash';
import { floorVersion } from '../../scripts/build/floor';
import { root } from '../../scripts/root';
import { chainIds } from '../../src/schema/primitives';
import { addressedModule } from '../stage/addressedModule';

type Manifest = {
  source: { shasum: string; location: { npm: { filePath: string; registry: string } } };
  initialPermissions: object;
  platformVersion: string;
};

/** Unknown names, use before declaration or assignment, redeclaration, assigned constants. */
const namingFaults = [2304, 2552, 2448, 2454, 2300, 2451, 2588];

jest.setTimeout(180_000);
const url = 'http://127.0.0.1:1/rpc';
/** The build without addresses, which other tests share: it takes 15 seconds of CPU time. */
const first = join(root, 'dist');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-build-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));
/** The hash of each file in a folder, by path. */
const bytesIn = async (out: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      (await listFiles(out, '.')).map(async (name) => [name, await hashFiles(out, [name])]),
    ),
  );
const manifestIn = async (out: string): Promise<Manifest> =>
  (await readJson(join(out, 'snap.manifest.json'))) as Manifest;

describe('buildModule', () => {
  it('builds a package, and leaves it alone while it is up to date', async () => {
    const { out, bytes } = await buildModule({ out: first });
    const manifest = await manifestIn(out);
    expect(manifest.source.shasum).toMatch(/^[\w+/]{43}=$/);
    const bundle = await readFile(join(out, manifest.source.location.npm.filePath), 'utf8');
    expect(Buffer.byteLength(bundle)).toBe(bytes);
    expect((await buildModule({ out })).built).toBe(false);
  });

  // @promise T32.4
  it('makes the same in another checkout, in another time zone, for other readers, by another language', async () => {
    const other = join(folder, 'another place, für später');
    const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const names = execFileSync('git', listed, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
    const sources = names.split('\0').filter((name) => existsSync(join(root, name)) && name !== '');
    // In another order and with new times: files have the time of this copy.
    for (const name of sources.reverse()) {
      await mkdir(dirname(join(other, name)), { recursive: true });
      await copyFile(join(root, name), join(other, name));
    }
    // Everything but temporary and compiled files of other processes.
    const packages = (await readdir(join(root, 'node_modules'))).filter(
      (name) => name !== '.cache',
    );
    const into = join(other, 'node_modules');
    await mkdir(into);
    const copied = [...packages.map((name) => join(root, 'node_modules', name)), into];
    // Hard links if both are on one disk: a second instead of a minute.
    const isLinked = spawnSync('cp', ['-al', ...copied]).status === 0;
    if (!isLinked) execFileSync('cp', ['-a', ...copied]);
    // A previous output that has been changed must not be reused.
    await cp(first, join(other, 'dist'), { recursive: true });
    await writeFile(join(other, 'dist/bundle.js'), 'changed');
    const build = 'umask 077 && exec "$0" --import tsx scripts/build/build.ts';
    execFileSync('sh', ['-c', build, process.execPath], {
      cwd: other,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        TZ: 'Pacific/Kiritimati',
        LC_ALL: 'tr_TR.UTF-8',
        LANG: 'tr_TR.UTF-8',
      },
      stdio: 'pipe',
    });
    const made = await bytesIn(join(other, 'dist'));
    expect(made).toEqual(await bytesIn(first));
    expect(Object.keys(made)).toContain('bundle.js');
  });

  it('makes what the tests use, a copy of one build with addresses of their own', async () => {
    const { '.build.json': _, ...built } = await bytesIn(first);
    const { out: plain } = await addressedModule({ out: join(folder, 'plain') });
    expect(await bytesIn(plain)).toEqual(built);
    const { out } = await addressedModule({
      out: join(folder, 'copy'),
      endpoints: { [chainIds.sepolia]: [url] },
    });
    expect(await readFile(join(out, 'bundle.js'), 'utf8')).toContain(url);
    const { source } = await manifestIn(out);
    expect(source.shasum).not.toBe((await manifestIn(first)).source.shasum);
  });

  it('names nothing that neither it nor the wallet declares, and nothing before it is there', () => {
    const options = { allowJs: true, checkJs: true, noEmit: true, noResolve: true, types: [] };
    const lib = ['lib.es2022.d.ts', 'lib.dom.d.ts'];
    const target = ts.ScriptTarget.ES2022;
    const bundle = join(first, 'bundle.js');
    const program = ts.createProgram([bundle], { ...options, lib, target });
    const found = ts
      .getPreEmitDiagnostics(program)
      .filter(({ code }) => namingFaults.includes(code))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
    expect(found).toEqual(["Cannot find name 'snap'."]);
  });

  it('asks for the permissions of the committed manifest and fills in what is left out there', async () => {
    const [committed, built] = await Promise.all([
      readJson(join(root, 'snap.manifest.json')) as Promise<Manifest>,
      manifestIn(first),
    ]);
    expect(built.initialPermissions).toEqual(committed.initialPermissions);
    expect(committed.source.location.npm.registry).toBeUndefined();
    expect(new URL(built.source.location.npm.registry).protocol).toBe('https:');
    // No later platform than the module needs: wallets refuse one that is later than their own.
    expect(built.platformVersion).toBe(floorVersion);
  });

  it('describes a package that can be published: nothing private, no scripts', async () => {
    const description = (await readJson(join(first, 'package.json'))) as object;
    expect(Object.keys(description).sort()).toEqual(
      ['description', 'files', 'license', 'main', 'name', 'repository', 'version'].sort(),
    );
  });

  // @promise T32.2
  it('packs what the manifest names and the licences, and nothing else', async () => {
    const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: first,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [{ files }] = JSON.parse(packed) as [{ files: { path: string }[] }];
    const { source } = (await readJson(join(root, 'snap.manifest.json'))) as {
      source: { files: string[]; locales: string[]; location: { npm: Record<string, string> } };
    };
    const { filePath = '', iconPath = '' } = source.location.npm;
    const named = [filePath, iconPath, ...source.files, ...source.locales];
    const licences = ['LICENSE-APACHE', 'LICENSE-MIT', 'THIRD-PARTY-NOTICES'];
    expect(files.map(({ path }) => path).sort()).toEqual(
      [...named, ...licences, 'package.json', 'snap.manifest.json'].sort(),
    );
  });

  // @promise T32.2
  it('brings the licences of the packages in it, which are those that it says it needs', async () => {
    const notices = await readFile(join(first, 'THIRD-PARTY-NOTICES'), 'utf8');
    const { dependencies } = (await readJson(join(root, 'package.json'))) as {
      dependencies: Record<string, string>;
    };
    const { '@xnet/clients': _, ...others } = dependencies;
    const titles = Object.entries(others).map((one) => one.join(' '));
    const told = [
      ...notices.matchAll(/^(\S+ \d+\.\d+\.\d+) \((?:MIT|ISC|MIT OR Apache-2\.0)\)$/gmu),
    ];
    expect(told.map(([, title]) => title)).toEqual(titles.sort());
    expect(notices.match(/^(?:The MIT License|MIT License|ISC License)/gimu)).toHaveLength(
      told.length,
    );
  });

  it('refuses a folder with files that it did not make', async () => {
    const out = join(folder, 'home');
    await mkdir(out);
    await writeFile(join(out, 'letter.txt'), 'Dear …');
    await expect(buildModule({ out })).rejects.toThrow('did not make');
    expect(await readFile(join(out, 'letter.txt'), 'utf8')).toBe('Dear …');
  });
});
