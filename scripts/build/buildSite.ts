import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root';
import { startChild } from '../start/child';
import type { Contents } from './buildModule';
import { buildTrial } from './buildTrial';
import { buildUnlessCurrent } from './buildUnlessCurrent';
import { hashFiles, isTest, listFiles } from './fileHash';
import { sumByPackage } from './notices.mjs';

const folder = join(root, 'docs/site');
/** The site of this checkout; `buildSite({ out })` builds another one. */
export const siteFolder = join(folder, 'dist');

/** Everything that the pages are made of, and the site itself. */
async function currentStamp(): Promise<string> {
  const documents = (await listFiles(root, 'docs')).filter(
    (path) => !/node_modules|site\/dist|^docs\/releases/u.test(path),
  );
  const readmes = ['.', 'connect', 'connect/testing', 'clients', 'service', 'wallet'];
  const readmePages = readmes.map((path) => join(path, 'README.md'));
  const ofExample = [
    'connect/src',
    'connect/testing',
    'src',
    'clients/src',
    'locales',
    'test/wallet',
  ];
  const code = await Promise.all(ofExample.map((path) => listFiles(root, path)));
  const sources = await hashFiles(root, [
    ...documents,
    ...code.flat().filter((path) => !isTest(path) && !/node_modules|dist\//u.test(path)),
    ...readmePages,
    'CONTRIBUTING.md',
    'openrpc.json',
  ]);
  const built = await readFile(join(siteFolder, 'index.html'), 'utf8').catch(() => 'none');
  return createHash('sha256').update(sources).update(built).digest('hex');
}

/** Builds the documentation as static files. @throws VitePress's report, such as a dead link */
async function buildInto(out: string, contents?: string): Promise<void> {
  await rm(out, { recursive: true, force: true });
  const child = startChild({
    command: process.execPath,
    args: [join(folder, 'node_modules/vitepress/bin/vitepress.js'), 'build', folder],
    cwd: root,
    env: {
      NODE_ENV: 'production',
      XNET_SITE_OUT: out,
      ...(contents !== undefined && { XNET_CONTENTS: contents }),
    },
  });
  if ((await child.exited) !== 0) throw new Error(`The site does not build.\n${child.tail()}`);
  const ofTrial = await buildTrial(join(out, 'trial'));
  if (contents === undefined) return;
  const ofPages = JSON.parse(await readFile(contents, 'utf8')) as Contents; // as the plugin writes it
  const files = [ofPages, ofTrial].flatMap((one) => Object.entries(one));
  await writeFile(contents, JSON.stringify(sumByPackage(files)));
}

/**
 * Builds `docs/site/dist` unless it is up to date, or always into another folder, and then notes
 * the bytes of each package in the file `contents`.
 */
export async function buildSite({
  out,
  contents,
}: {
  out?: string;
  contents?: string;
} = {}): Promise<void> {
  if (out !== undefined) return buildInto(out, contents);
  await buildUnlessCurrent('site', { currentStamp, build: () => buildInto(siteFolder) });
}
