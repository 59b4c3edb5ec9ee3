import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the third-party package that a file belongs to; undefined for a file of ours. */
const packageFolderOf = (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path)?.[0];

/**
 * Licences require that their text accompanies every copy, and a minified bundle contains none.
 *
 * @param {Iterable<string>} paths of the files in a bundle
 * @param {string} [mit] the terms of MIT with a line of copyright, for packages under it that name
 *   their author and bring no text
 * @returns {string} names, versions and licence texts of their third-party packages
 * @throws if a package has no licence text
 */
export const listNotices = (paths, mit) => {
  const folders = [...paths].flatMap((path) => packageFolderOf(path) ?? []);
  const notices = [...new Set(folders)].map((folder) => {
    const read = (name) => readFileSync(join(folder, name), 'utf8').trim();
    const { name, version, license, author } = JSON.parse(read('package.json'));
    const texts = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice)\b/iu.test(file));
    const owner = author?.name ?? author;
    const isStandard = license === 'MIT' && owner !== undefined && mit !== undefined;
    if (texts.length === 0 && !isStandard)
      throw new Error(`${name} is bundled, and brings no text of its licence.`);
    const terms = license.replace(/^\((.+)\)$/u, '$1');
    const standardTexts = isStandard
      ? [mit.replace(/^Copyright .*$/mu, `Copyright (c) ${owner}`)]
      : [];
    const ownTexts = texts.sort().map(read);
    const all = ownTexts.length > 0 ? ownTexts : standardTexts;
    return `${name} ${version} (${terms})\n\n${all.join('\n\n')}\n`;
  });
  return notices.sort().join(`\n${'-'.repeat(80)}\n\n`);
};

/**
 * @param {Iterable<readonly [path: string, bytes: number]>} files of a bundle
 * @returns {Record<string, number>} bytes by the folder of their package, most first; `''` is ours
 */
export const sumByPackage = (files) => {
  const sums = {};
  for (const [path, bytes] of files) {
    const folder = packageFolderOf(path) ?? '';
    sums[folder] = (sums[folder] ?? 0) + bytes;
  }
  return Object.fromEntries(
    Object.entries(sums).sort(([a, before], [b, after]) => after - before || (a < b ? -1 : 1)),
  );
};
