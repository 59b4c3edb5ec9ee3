import { build } from 'esbuild';

/** Of the build; absent: `dist` here. */
const [, , outdir = 'dist'] = process.argv;

await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: ['src/main.ts', 'src/service.ts'],
  ...{ bundle: true, splitting: true, platform: 'node', target: 'node20', format: 'esm' },
  packages: 'external',
  alias: { '@xnet/clients': '../clients/src' },
  outdir,
  logLevel: 'info',
});
