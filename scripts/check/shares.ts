import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import withoutDocs from '../build/withoutDocs.mjs';
import { root } from '../root';

/**
 * `npx tsx scripts/check/shares.ts`: the bundle's size by folders and libraries. Minified by
 * esbuild, which knows the origin of each byte; the sum differs from the real bundle's by a few percent.
 */
const { metafile } = await build({
  entryPoints: [join(root, 'src/index.tsx')],
  absWorkingDir: root,
  bundle: true,
  minify: true,
  metafile: true,
  write: false,
  format: 'cjs',
  jsx: 'automatic',
  jsxImportSource: '@metamask/snaps-sdk',
  plugins: [
    {
      name: 'as-built',
      setup({ onLoad }) {
        onLoad({ filter: /\.tsx?$/ }, async ({ path }) => ({
          contents: withoutDocs(await readFile(path, 'utf8')),
          loader: path.endsWith('x') ? 'tsx' : 'ts',
        }));
        // The bundle only contains the fields that are used.
        onLoad({ filter: /\/package\.json$/ }, async ({ path }) => ({
          contents: JSON.stringify({ version: JSON.parse(await readFile(path, 'utf8')).version }),
          loader: 'json',
        }));
      },
    },
  ],
});
const shares = new Map<string, number>();
for (const { inputs } of Object.values(metafile.outputs))
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const [, name = path] = /^(node_modules\/@?[\w-]+\/[\w-]+|.*(?=\/))/u.exec(path) ?? [];
    shares.set(name, (shares.get(name) ?? 0) + bytesInOutput);
  }
const total = [...shares.values()].reduce((sum, bytes) => sum + bytes, 0);
for (const [name, bytes] of [...shares, ['all', total] as const].sort(([, a], [, b]) => b - a))
  process.stdout.write(`${String(bytes).padStart(8)}  ${name}\n`);
