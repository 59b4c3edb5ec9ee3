import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkManifest } from '@metamask/snaps-utils/node';
import { type BuildOptions, buildModule } from '../../scripts/build/buildModule';
import { standOnFloor } from '../../scripts/build/floor';
import { root } from '../../scripts/root';
import { byNetwork, type NetworkId, networkIds } from '../../src/networks/networks';

/** Placeholder URLs in the shared build, which are replaced in each test's copy. */
const markOf = (id: NetworkId) => `https://${id}.invalid/rpc`;
const companionMark = 'https://companion.invalid';
const cache = join(root, 'node_modules/.cache/xnet');

const checksumIn = (manifest: string): string => JSON.parse(manifest).source.shasum;

/** Updates a manifest's checksum for the files beside it, and keeps its layout. */
const mendChecksum = async (path: string): Promise<void> => {
  const manifest = await readFile(path, 'utf8');
  let mended = manifest;
  await checkManifest(path, {
    updateAndWriteManifest: true,
    writeFileFn: async (_, text) => {
      mended = manifest.replace(checksumIn(manifest), checksumIn(String(text)));
    },
  });
  await writeFile(path, mended);
};

/** Copies a package with a change. */
async function copyChanged(
  from: string,
  out: string,
  change: (folder: string) => Promise<unknown>,
) {
  const folder = await mkdtemp(join(cache, 'addressed-'));
  const stage = join(folder, 'package');
  try {
    await standOnFloor(folder);
    await cp(from, stage, { recursive: true, filter: (path) => !path.endsWith('.build.json') });
    await change(stage);
    await mendChecksum(join(stage, 'snap.manifest.json'));
    await cp(stage, out, { recursive: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Turns a package into a later release without other changes. */
export const raiseVersion = (folder: string, version: string): Promise<void> =>
  copyChanged(folder, folder, async (stage) => {
    for (const name of ['snap.manifest.json', 'package.json']) {
      const text = await readFile(join(stage, name), 'utf8');
      await writeFile(join(stage, name), text.replace(/("version": ?")[^"]+/u, `$1${version}`));
    }
  });

/** Has a package ask another host in the place of one that is built in. */
export const redirectHost = (folder: string, host: string, url: string): Promise<void> =>
  copyChanged(folder, folder, async (stage) => {
    const file = join(stage, 'bundle.js');
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(host, url));
  });

/** Builds the module that tests copy, unless it exists. @returns its folder */
export const buildMarkedModule = async (): Promise<string> => {
  const { out } = await buildModule({
    out: join(cache, 'marked'),
    endpoints: byNetwork(({ id }) => [markOf(id)]),
    companionOrigins: [companionMark],
  });
  return out;
};

/**
 * The package that `buildModule` would make with these options, byte for byte. A build takes 15 s
 * of CPU time and each test has its own ports, so it is built once and URLs are replaced.
 */
export const addressedModule = async (
  options: BuildOptions,
): Promise<{ out: string; bytes: number }> => {
  const out = await buildMarkedModule();
  let bytes = 0;
  await copyChanged(out, options.out, async (stage) => {
    const file = join(stage, 'bundle.js');
    const bundle = networkIds.reduce(
      (text, id) => text.replace(markOf(id), (options.endpoints?.[id] ?? []).join(',')),
      (await readFile(file, 'utf8')).replace(
        companionMark,
        (options.companionOrigins ?? []).join(','),
      ),
    );
    await writeFile(file, bundle);
    bytes = Buffer.byteLength(bundle);
  });
  return { out: options.out, bytes };
};
