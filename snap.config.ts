import { writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { SnapConfig } from '@metamask/snaps-cli';
import { listNotices, sumByPackage } from './scripts/build/notices.mjs';

// Read by `mm-snap build`, which `scripts/build/buildModule.ts` runs in the root with these set.
const folder = process.env.XNET_STAGE ?? 'dist';

type Webpack = Parameters<NonNullable<SnapConfig['customizeWebpackConfig']>>[0];
type Bundled = { nameForCondition(): string | null; size(): number };

/** Where to write the bytes of each package, before they are made smaller. */
const contentsFile = process.env.XNET_CONTENTS;

/** Writes the licence texts of all bundled packages beside the bundle. */
const packNotices: NonNullable<Webpack['plugins']>[number] = {
  apply({ webpack: { Compilation, sources }, hooks }) {
    const name = 'packNotices';
    hooks.compilation.tap(name, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE;
      compilation.hooks.processAssets.tap({ name, stage }, () => {
        const modules = [...compilation.chunks]
          .flatMap((chunk) => compilation.chunkGraph.getChunkModules(chunk))
          .flatMap((module) => ('modules' in module ? (module.modules as Bundled[]) : [module]))
          .map((module) => [module.nameForCondition() ?? '', module.size()] as const);
        const paths = modules.map(([path]) => path);
        compilation.emitAsset('THIRD-PARTY-NOTICES', new sources.RawSource(listNotices(paths)));
        if (contentsFile === undefined) return;
        const files = modules.map(([path, bytes]) => [relative('', path), bytes] as const);
        writeFileSync(contentsFile, JSON.stringify(sumByPackage(files)));
      });
    });
  },
};

const config: SnapConfig = {
  input: 'src/index.tsx',
  output: { path: folder, filename: 'bundle.js', minimize: true },
  // The snap's root is the folder of its manifest, so the output folder is a complete package.
  manifest: { path: `${folder}/snap.manifest.json`, update: true },
  evaluate: true,
  // `npx mm-snap serve` serves the built package to a wallet during development.
  server: { root: folder, port: 8080 },
  // Inlined as `process.env.NAME`; the module itself has no `process`.
  environment: {
    XNET_ENDPOINTS: process.env.XNET_ENDPOINTS ?? '',
    XNET_COMPANION_ORIGINS: process.env.XNET_COMPANION_ORIGINS ?? '',
  },
  customizeWebpackConfig: (webpack) => ({
    ...webpack,
    plugins: [...(webpack.plugins ?? []), packNotices],
    module: {
      ...webpack.module,
      rules: [
        ...(webpack.module?.rules ?? []),
        { test: /\.tsx?$/u, enforce: 'pre', loader: resolve('scripts/build/withoutDocs.mjs') },
        // Importing our files has no side effects, so unused parts can be dropped.
        { include: resolve('src'), sideEffects: false },
      ],
    },
  }),
  // Otherwise the mere word `Buffer` in a library causes a warning.
  stats: { buffer: false },
};

export default config;
