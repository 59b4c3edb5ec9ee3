import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { root } from '../root';
import type { Contents } from './buildModule';
import { asCommonJs, compile, copyLicences, nameEndings } from './compile';
import { listNotices, sumByPackage } from './notices.mjs';
import { writeStaticFiles } from './staticFiles';

const folder = join(root, 'connect');

/** Both kinds of modules, and the file of each. */
const modules = [
  ['esm', 'index.js'],
  ['cjs', 'index.cjs'],
] as const;

const forJsx = ['--jsx', 'react-jsx', '--jsxImportSource', '@metamask/snaps-sdk'];

/** Declarations of entries of `connect/`, alone and with the extensions that Node needs. */
async function declare(
  entries: readonly string[],
  use: (stage: string) => Promise<void>,
): Promise<void> {
  const cache = join(root, 'node_modules/.cache/xnet');
  await mkdir(cache, { recursive: true });
  const stage = await mkdtemp(join(cache, 'connect-'));
  try {
    const paths = entries.map((path) => join(folder, path));
    compile(paths, { rootDir: root, outDir: stage, moreArgs: forJsx });
    await nameEndings(stage);
    await use(join(stage, 'connect'));
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

const declareConnect = (out: string) =>
  declare(['src/index.ts', 'server/index.ts'], async (stage) => {
    await cp(join(stage, 'src'), out, { recursive: true });
    await cp(join(stage, 'server'), join(out, 'server'), { recursive: true });
    await asCommonJs(stage);
    await cp(join(stage, 'src'), out, { recursive: true });
    await cp(join(stage, 'server'), join(out, 'server'), { recursive: true });
    // The package has the files of `src` at its top.
    for (const ending of ['d.ts', 'd.cts']) {
      const declarations = join(out, `server/verifySignIn.${ending}`);
      const text = await readFile(declarations, 'utf8');
      await writeFile(
        declarations,
        text.replaceAll("'../src/", "'../").replaceAll('"../src/', '"../'),
      );
    }
  });

const declareTesting = (out: string) =>
  declare(['testing/index.ts'], async (stage) => {
    await asCommonJs(stage);
    await cp(join(stage, 'testing'), out, { recursive: true });
  });

/** Options of the bundles that contain code of the module. */
const withModule = {
  absWorkingDir: root,
  metafile: true,
  bundle: true,
  jsx: 'automatic',
  jsxImportSource: '@metamask/snaps-sdk',
  define: { 'process.env.NODE_DEBUG': 'undefined' },
  logLevel: 'silent',
} as const;

/** Writes the notices of what is in a bundle. @returns its bytes by package */
export async function writeNotices({ outputs }: Metafile, out: string): Promise<Contents> {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).map(([path, { bytesInOutput }]) => [path, bytesInOutput] as const),
  );
  const paths = files.map(([path]) => join(root, path));
  await writeFile(join(out, 'THIRD-PARTY-NOTICES'), listNotices(paths));
  return sumByPackage(files);
}

/** For any server: Node, workers and the edge. It takes each global when it is called. */
async function writeForServers(out: string): Promise<Contents> {
  const bundle = async (format: 'esm' | 'cjs', name: string) => {
    const { metafile } = await build({
      ...withModule,
      entryPoints: [join(folder, 'server/index.ts')],
      outfile: join(out, name),
      format,
      platform: 'neutral',
      mainFields: ['module', 'main'],
      target: 'es2022',
      minifySyntax: true,
      minifyIdentifiers: true,
    });
    return metafile;
  };
  const [[format, name], ...others] = modules;
  for (const other of others) await bundle(...other);
  return writeNotices(await bundle(format, name), out);
}

/** One file for both module kinds: Node can `import` its names, and Jest can only `require` it. */
async function writeForTests(out: string): Promise<Contents> {
  const { metafile } = await build({
    ...withModule,
    entryPoints: [join(folder, 'testing/index.ts')],
    outfile: join(out, 'index.cjs'),
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    inject: [join(folder, 'testing/nodeGlobals.ts')],
    plugins: [
      {
        name: 'package-file',
        setup: ({ onResolve }) =>
          // Evaluated by esbuild in Go, which accepts no flags.
          onResolve({ filter: /\/packageFile$/ }, () => ({
            path: join(folder, 'testing/packageFile.ts'),
          })),
      },
    ],
  });
  return writeNotices(metafile, out);
}

/**
 * Builds `@xnet/connect` into `connect/dist` or `out`: for browsers and servers, with declarations.
 * @returns the bytes by package of what a server imports; the rest is ours
 */
export async function buildConnect({ out = join(folder, 'dist') } = {}): Promise<Contents> {
  await rm(out, { recursive: true, force: true });
  for (const [format, name] of modules)
    await build({
      entryPoints: [join(folder, 'src/index.ts')],
      outfile: join(out, name),
      bundle: true,
      format,
      platform: 'neutral',
      target: 'es2022',
      logLevel: 'silent',
    });
  const contents = await writeForServers(join(out, 'server'));
  await declareConnect(out);
  await copyLicences(out);
  return contents;
}

/** Builds `@xnet/connect-testing` into `connect/testing/dist`. @returns its bytes by package */
export async function buildConnectTesting(): Promise<Contents> {
  const out = join(folder, 'testing/dist');
  await rm(out, { recursive: true, force: true });
  const contents = await writeForTests(out);
  await writeStaticFiles(join(out, 'static'));
  await declareTesting(out);
  await copyLicences(out);
  return contents;
}
