import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { copyLicences } from '../scripts/build/compile';

/** Of the build; absent: `dist` here. */
const outdir = resolve(import.meta.dirname, process.argv[2] ?? 'dist');

// Parts are named by what is in them: those of an earlier build would be packed, too.
await rm(outdir, { recursive: true, force: true });
await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: ['src/main.ts', 'src/service.ts'],
  ...{ bundle: true, splitting: true, platform: 'node', target: 'node20', format: 'esm' },
  packages: 'external',
  alias: { '@xnet/clients': '../clients/src' },
  outdir,
  logLevel: 'info',
});
await copyLicences(outdir);
