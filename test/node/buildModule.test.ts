import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buildModule } from '../../scripts/build/buildModule';
import { root } from '../../scripts/root';

type Manifest = {
  source: { shasum: string; location: { npm: { filePath: string; registry: string } } };
  initialPermissions: object;
  platformVersion: string;
};

jest.setTimeout(180_000);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-build-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));
const manifestIn = async (out: string): Promise<Manifest> =>
  (await readJson(join(out, 'snap.manifest.json'))) as Manifest;

describe('buildModule', () => {
  it('builds the same package from the same sources, wherever it is put', async () => {
    const url = 'http://127.0.0.1:1/rpc';
    const first = await buildModule({ out: join(folder, 'first'), sepoliaUrls: [url] });
    const second = await buildModule({ out: join(folder, 'second'), sepoliaUrls: [url] });
    expect([first.built, second.built]).toEqual([true, true]);
    const manifest = await manifestIn(first.out);
    expect(await manifestIn(second.out)).toEqual(manifest);
    expect(manifest.source.shasum).toMatch(/^[\w+/]{43}=$/);

    const bundle = await readFile(join(first.out, manifest.source.location.npm.filePath), 'utf8');
    expect(bundle).toContain(url);
    expect(Buffer.byteLength(bundle)).toBe(first.bytes);
  });

  it('asks for the permissions of the committed manifest and fills in what is left out there', async () => {
    const [committed, built] = await Promise.all([
      readJson(join(root, 'snap.manifest.json')) as Promise<Manifest>,
      manifestIn(join(folder, 'first')),
    ]);
    expect(built.initialPermissions).toEqual(committed.initialPermissions);
    expect(committed.source.location.npm.registry).toBeUndefined();
    expect(new URL(built.source.location.npm.registry).protocol).toBe('https:');
    expect(built.platformVersion).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('describes a package that can be published: nothing private, no scripts', async () => {
    const description = (await readJson(join(folder, 'first/package.json'))) as object;
    expect(Object.keys(description).sort()).toEqual(
      ['description', 'files', 'license', 'main', 'name', 'repository', 'version'].sort(),
    );
  });

  it('leaves an up-to-date package alone and mends one that was changed', async () => {
    const options = { out: join(folder, 'first'), sepoliaUrls: ['http://127.0.0.1:1/rpc'] };
    expect((await buildModule(options)).built).toBe(false);
    await writeFile(join(options.out, 'bundle.js'), 'changed');
    const mended = await buildModule(options);
    expect(mended.built).toBe(true);
    expect((await manifestIn(options.out)).source.shasum).toBe(
      (await manifestIn(join(folder, 'second'))).source.shasum,
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
