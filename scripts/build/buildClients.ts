import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../root';
import { writeDeclarations } from './declarations';

/** Packages that the published clients import; they become dependencies of the package. */
export const clientDependencies = [
  '@ipld/dag-pb',
  '@metamask/superstruct',
  '@noble/hashes',
  'multiformats',
] as const;

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
  writeDeclarations(['src/published.ts'], { rootDir: 'src', outDir: folder });
};
