import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { root } from '../root';
import { writeNotices } from './buildConnect';
import type { Contents } from './buildModule';
import { writeStaticFiles } from './staticFiles';
import { trialPage } from './trialPage';

const folder = join(root, 'connect/testing/trial');

/** The first example of a page, as its readers see it. */
async function readExample(): Promise<string> {
  const [, code] = /```ts\n(.*?)```/su.exec(await readFile(join(root, trialPage), 'utf8')) ?? [];
  if (code === undefined) throw new Error(`${trialPage} has no example.`);
  return code;
}

/** Puts the page's example into the script, with the wallet of the tests behind it. */
const withExample: Plugin = {
  name: 'example',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^example$/ }, ({ path }) => ({ path, namespace: 'example' }));
    onLoad({ filter: /^example$/, namespace: 'example' }, async () => ({
      contents: await readExample(),
      loader: 'ts',
      resolveDir: folder,
    }));
    onResolve({ filter: /^@xnet\/connect$/ }, () => ({ path: join(folder, 'connect.ts') }));
    onResolve({ filter: /\/packageFile$/ }, () => ({ path: join(folder, 'packageFile.ts') }));
    // The page shows a dialog's text alone: the check that a wallet can draw it is a fifth of all.
    onResolve({ filter: /\/assertDrawable$/ }, () => ({ path: 'drawing', namespace: 'drawing' }));
    onLoad({ filter: /^drawing$/, namespace: 'drawing' }, () => ({
      contents: 'export const assertDrawable = () => {};',
    }));
  },
};

/**
 * Builds the script that a page of the site loads when its reader runs the example.
 * @returns its bytes by package
 */
export async function buildTrial(out: string): Promise<Contents> {
  const { metafile } = await build({
    stdin: {
      contents: "export * from 'example'; export { wallet } from './connect';",
      resolveDir: folder,
    },
    absWorkingDir: root,
    outfile: join(out, 'trial.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: '@metamask/snaps-sdk',
    define: { 'process.env.NODE_DEBUG': 'undefined' },
    metafile: true,
    logLevel: 'silent',
    plugins: [withExample],
  });
  await writeStaticFiles(join(out, 'static'));
  return writeNotices(metafile, out);
}
