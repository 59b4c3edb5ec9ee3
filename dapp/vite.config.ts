import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  // The workspace root holds another major version of React for the module's packages.
  resolve: {
    dedupe: ['react', 'react-dom'],
    // As it stands here, not as it was built last.
    alias: { '@xnet/connect': fileURLToPath(new URL('../connect/src/index.ts', import.meta.url)) },
  },
  build: {
    target: 'es2022',
    // Everything is a file of its own: the page's policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
