import { type FSWatcher, watch } from 'node:fs';
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getSnapChecksum, type SnapManifest, VirtualFile } from '@metamask/snaps-utils';
import { type BuildContext, context } from 'esbuild';
import { root } from '../root';
import { type BuildOptions, bundleEnvironment } from './buildModule';
import { textFiles } from './staticFiles';

/** Folders whose changes are built; a change elsewhere needs a new start of the watch. */
const watched = ['src', 'clients/src', 'locales'];
/** An editor writes one file several times, and a change of branch writes many. */
const QUIET_MS = 50;

const write = async (path: string, content: string | Uint8Array): Promise<void> => {
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
};

/** Keeps what it has parsed, so that a build after the first takes a fraction of a second. */
const openBundler = (options: Omit<BuildOptions, 'out'>): Promise<BuildContext> => {
  const values = Object.entries(bundleEnvironment(options));
  return context({
    absWorkingDir: root,
    entryPoints: ['src/index.tsx'],
    bundle: true,
    write: false,
    format: 'cjs',
    target: 'es2022',
    charset: 'utf8',
    // The vendor's sandbox refuses some texts even in a comment.
    minifyWhitespace: true,
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: '@metamask/snaps-sdk',
    define: Object.fromEntries(
      values.map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)]),
    ),
    logLevel: 'silent',
  });
};

/** The checksum of the package in a folder, as the wallet computes it. */
const checksumOf = async (folder: string, manifest: SnapManifest): Promise<string> => {
  const { location, files = [], locales = [] } = manifest.source;
  const { filePath, iconPath = '' } = location.npm;
  const read = async (path: string) =>
    new VirtualFile({ path, value: new Uint8Array(await readFile(join(folder, path))) });
  return getSnapChecksum({
    manifest: new VirtualFile({ path: 'snap.manifest.json', value: '', result: manifest }),
    sourceCode: await read(filePath),
    svgIcon: await read(iconPath),
    auxiliaryFiles: await Promise.all(files.map(read)),
    localizationFiles: (await Promise.all(locales.map(read))) as never, // only their bytes count
  });
};

const writeBuild = async (bundler: BuildContext, out: string): Promise<void> => {
  const { outputFiles = [] } = await bundler.rebuild();
  await write(join(out, 'bundle.js'), outputFiles[0]?.contents ?? '');
  for (const [name, text] of Object.entries(await textFiles()))
    await write(join(out, 'static', name), text);
  for (const entry of await readdir(join(root, 'locales'), { withFileTypes: true }))
    if (entry.isFile())
      await cp(join(root, 'locales', entry.name), join(out, 'locales', entry.name));
  const path = join(out, 'snap.manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as SnapManifest;
  manifest.source.shasum = await checksumOf(out, manifest);
  // Last: whoever watches the folder takes the build when its manifest changes.
  await write(path, JSON.stringify(manifest, null, 2));
};

/** A folder and all below it. */
const foldersIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  return [folder, ...folders.map(({ parentPath, name }) => join(parentPath, name))];
};

/** Calls `onChange` when a file in these folders, or below, changes. */
const watchFolders = (tops: readonly string[], onChange: () => void) => {
  const watchers = new Map<string, FSWatcher>();
  const follow = async (): Promise<void> => {
    const folders = new Set((await Promise.all(tops.map(foldersIn))).flat());
    for (const [folder, watcher] of watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of folders)
      if (!watchers.has(folder)) watchers.set(folder, watch(folder, onChange));
  };
  return {
    /** Watches new folders as well, and those that are gone no longer. */
    follow,
    stop: () => {
      for (const watcher of watchers.values()) watcher.close();
    },
  };
};

export type ModuleWatch = { stop: () => Promise<void> };

/**
 * Builds the module anew whenever one of its sources changes, in a fraction of a second: with
 * another bundler than `buildModule`, and without its checks. It writes into that one's output.
 *
 * @param onEnd gets the milliseconds of each build, or the bundler's report of one that failed
 */
export const watchModule = async (
  { out, ...options }: BuildOptions,
  onEnd: (outcome: { ms: number } | { failure: string }) => void,
): Promise<ModuleWatch> => {
  const bundler = await openBundler(options);
  const build = async (): Promise<void> => {
    const started = performance.now();
    await writeBuild(bundler, out).then(
      () => onEnd({ ms: Math.round(performance.now() - started) }),
      (error: Error) => onEnd({ failure: error.message }),
    );
  };
  const ignore = (): void => undefined;
  let building = bundler.rebuild().then(ignore, ignore);
  let timer: NodeJS.Timeout | undefined;
  const folders = watchFolders(
    watched.map((name) => join(root, name)),
    () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        building = building.then(folders.follow).catch(ignore).then(build);
      }, QUIET_MS);
    },
  );
  await folders.follow();
  await building;
  return {
    async stop() {
      clearTimeout(timer);
      folders.stop();
      await building;
      await bundler.dispose();
    },
  };
};
