import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { copyLicences } from '../scripts/build/compile';

/** Output folder; default: `dist` here. */
const outdir = resolve(import.meta.dirname, process.argv[2] ?? 'dist');

// File names depend on content: files of an earlier build would be packed as well.
await rm(outdir, { recursive: true, force: true });
await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: ['src/main.ts', 'src/service.ts'],
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  alias: { '@xnet/clients': '../clients/src' },
  outdir,
  logLevel: 'info',
});
await copyLicences(outdir);
