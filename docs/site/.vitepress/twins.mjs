import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The Markdown of a page for programs: links to a README lead to the index that it becomes. */
const toTwin = (markdown) => markdown.replace(/README\.md(?=[)#])/gu, 'index.md');

/**
 * Writes what programs read of the site: each page as Markdown beside its own, and their list.
 * @param pages source and place of each page, from the roots of the repository and of the site
 */
export function writeTwins({ root, outDir, sidebar, pages }) {
  for (const { source, place } of pages) {
    const path = join(outDir, place);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, toTwin(readFileSync(join(root, source), 'utf8')));
  }
  const placeOf = (link) => `${link.replace(/\/$/u, '/index')}.md`;
  const chapters = sidebar.map(({ text, items }) =>
    [`## ${text}`, '', ...items.map((item) => `- [${item.text}](${placeOf(item.link)})`)].join('\n'),
  );
  const head = '# Xnet\n\n> A wallet module for layer-2 accounts on Starknet, with a connector for dapps.';
  writeFileSync(join(outDir, 'llms.txt'), `${[head, ...chapters].join('\n\n')}\n`);
  cpSync(join(root, 'images/icon.svg'), join(outDir, 'icon.svg'));
}
