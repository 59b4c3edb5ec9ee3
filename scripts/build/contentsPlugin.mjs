import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { listNotices, sumByPackage } from './notices.mjs';

/**
 * A plugin of Vite that puts the licences of the packages in a page beside it, and writes to the file
 * XNET_CONTENTS how many bytes of each the page has, before they are made smaller.
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
      if (!isForPages) return;
      const files = Object.values(bundle).flatMap(({ modules = {} }) =>
        Object.entries(modules).map(([path, { renderedLength }]) => [
          path.replace(/^\0|[?].*$/gu, ''),
          renderedLength,
        ]),
      );
      const mit = readFileSync(join(root, 'LICENSE-MIT'), 'utf8').trim();
      const paths = files.map(([path]) => path);
      const source = listNotices(paths, mit);
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-NOTICES', source });
      if (process.env.XNET_CONTENTS === undefined) return;
      const sums = sumByPackage(files.map(([path, bytes]) => [relative(root, path), bytes]));
      writeFileSync(process.env.XNET_CONTENTS, JSON.stringify(sums));
    },
  };
};
