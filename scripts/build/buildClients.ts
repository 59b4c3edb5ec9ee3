import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../root';

/** Packages that the published clients import; they become dependencies of the package. */
export const clientDependencies = [
  '@ipld/dag-pb',
  '@metamask/superstruct',
  '@noble/hashes',
  'multiformats',
] as const;

const compilerOptions = [
  '--declaration --emitDeclarationOnly --noEmit false --rootDir src --target ES2022',
  '--module ESNext --moduleResolution bundler --verbatimModuleSyntax --resolveJsonModule',
  '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck',
  '--lib ES2022,DOM,DOM.Iterable --types node',
].flatMap((line) => line.split(' '));

/**
 * Builds the typed clients into `folder`: one file of standard JavaScript for Node, bundlers and
 * browsers, and declarations for each source.
 */
export const buildClients = async (folder: string): Promise<void> => {
  await build({
    entryPoints: [join(root, 'src/published.ts')],
    outfile: join(folder, 'published.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: [...clientDependencies],
    logLevel: 'silent',
  });
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, ...compilerOptions, '--outDir', folder, 'src/published.ts'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The clients have no declarations.\n${stdout}`);
};
