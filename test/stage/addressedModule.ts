import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkManifest } from '@metamask/snaps-utils/node';
import { type BuildOptions, buildModule } from '../../scripts/build/buildModule';
import { root } from '../../scripts/root';

/** Addresses that nobody has: they stand in the one build of which each test gets a copy. */
const marks = {
  sepolia: 'https://sepolia.invalid/rpc',
  mainnet: 'https://mainnet.invalid/rpc',
  companion: 'https://companion.invalid',
};
const cache = join(root, 'node_modules/.cache/xnet');

const checksumIn = (manifest: string): string => JSON.parse(manifest).source.shasum;

/** Puts the checksum of the files beside a manifest into it, and leaves the rest as it is laid out. */
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

/** Builds the module of which the tests get copies, unless that was done already. @returns its folder */
export const buildMarkedModule = async (): Promise<string> => {
  const { out } = await buildModule({
    out: join(cache, 'marked'),
    sepoliaUrls: [marks.sepolia],
    mainnetUrls: [marks.mainnet],
    companionOrigins: [marks.companion],
  });
  return out;
};

/**
 * The package that `buildModule` makes with these options, to the byte. A build takes 15 seconds of a
 * core and each test has nodes on ports of its own, so it is built once and the addresses are put in.
 */
export const addressedModule = async (
  options: BuildOptions,
): Promise<{ out: string; bytes: number }> => {
  const out = await buildMarkedModule();
  // Below node_modules: the tool looks for the SDK's version upwards from the manifest.
  const stage = await mkdtemp(join(cache, 'addressed-'));
  try {
    await cp(out, stage, { recursive: true, filter: (path) => !path.endsWith('.build.json') });
    const file = join(stage, 'bundle.js');
    const bundle = (await readFile(file, 'utf8'))
      .replace(marks.sepolia, (options.sepoliaUrls ?? []).join(','))
      .replace(marks.mainnet, (options.mainnetUrls ?? []).join(','))
      .replace(marks.companion, (options.companionOrigins ?? []).join(','));
    await writeFile(file, bundle);
    await mendChecksum(join(stage, 'snap.manifest.json'));
    await cp(stage, options.out, { recursive: true });
    return { out: options.out, bytes: Buffer.byteLength(bundle) };
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
};
