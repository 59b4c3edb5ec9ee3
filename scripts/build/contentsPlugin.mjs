import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { sumByPackage } from './notices.mjs';

/**
 * A plugin of Vite that writes to the file XNET_CONTENTS how many bytes of each package a page has,
 * before they are made smaller.
 *
 * @param {string} root
 */
export const contentsPlugin = (root) => {
  let isForPages = false;
  return {
    name: 'xnet-contents',
    configResolved({ build }) {
      isForPages = !build.ssr;
    },
    generateBundle(_options, bundle) {
      if (process.env.XNET_CONTENTS === undefined || !isForPages) return;
      const files = Object.values(bundle).flatMap(({ modules = {} }) =>
        Object.entries(modules).map(([path, { renderedLength }]) => [
          relative(root, path.replace(/^\0|[?].*$/gu, '')),
          renderedLength,
        ]),
      );
      writeFileSync(process.env.XNET_CONTENTS, JSON.stringify(sumByPackage(files)));
    },
  };
};
