import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

export type PageFiles = {
  html: string;
  style: string;
  /** The page's script, an ES module. */
  script: string;
  /** The script that announces the wallet on a dapp's page, a classic script. */
  provider: string;
};

/** In cascade order. */
const styles = ['base', 'cards', 'fields', 'popup', 'layout', 'facts', 'marks'];

/** The page's style. @param folder that of this file: who loads it otherwise does not know it */
export async function readStyle(folder: string): Promise<string> {
  const read = styles.map((name) => readFile(join(folder, `${name}.css`), 'utf8'));
  return (await Promise.all(read)).join('\n');
}

/** Builds the page; its script must send `token` with each request. */
export async function buildPage(token: string): Promise<PageFiles> {
  const folder = __dirname;
  const [html, style, script, provider] = await Promise.all([
    readFile(join(folder, 'page.html'), 'utf8'),
    readStyle(folder),
    bundle(join(folder, 'main.ts'), 'esm'),
    bundle(join(folder, 'provider.ts'), 'iife'),
  ]);
  return { html: html.replace('{{token}}', token), style, script, provider };
}

/** Bundles a script for browsers. */
export async function bundle(
  entry: string,
  format: 'esm' | 'iife',
  options: BuildOptions = {},
): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    format,
    bundle: true,
    write: false,
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'silent',
    ...options,
  });
  return outputFiles?.[0]?.text ?? '';
}
