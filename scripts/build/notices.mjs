import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the third-party package that a file belongs to; undefined for a file of ours. */
const packageFolderOf = (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path)?.[0];

/** The texts of a package's licence; that of MIT with the author's name if it brings none. */
const readTerms = (folder, { license, author }, mit) => {
  const names = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice)\b/iu.test(file));
  if (names.length > 0)
    return names.sort().map((name) => readFileSync(join(folder, name), 'utf8').trim());
  const owner = author?.name ?? author;
  if (license !== 'MIT' || owner === undefined || mit === undefined) return [];
  return [mit.replace(/^Copyright .*$/mu, `Copyright (c) ${owner}`)];
};

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
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const { name, version, license } = manifest;
    const texts = readTerms(folder, manifest, mit);
    if (texts.length === 0)
      throw new Error(`${name} is bundled, and brings no text of its licence.`);
    const terms = license.replace(/^\((.+)\)$/u, '$1');
    return `${name} ${version} (${terms})\n\n${texts.join('\n\n')}\n`;
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
