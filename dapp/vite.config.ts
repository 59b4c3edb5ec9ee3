import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contentsPlugin } from '../scripts/build/contentsPlugin.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Relative: the page works from any folder of any host.
  base: './',
  plugins: [react(), contentsPlugin(root)],
  // The workspace root has another major version of React, for the module's packages.
  resolve: {
    dedupe: ['react', 'react-dom'],
    // The sources, not the last build.
    alias: { '@xnet/connect': fileURLToPath(new URL('../connect/src/index.ts', import.meta.url)) },
  },
  build: {
    target: 'es2022',
    // Everything is a separate file: the page's policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
