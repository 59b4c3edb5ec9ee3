import { spawnSync } from 'node:child_process';
import { copyFile, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root';

const options = [
  '--declaration --noEmit false --target ES2022 --module ESNext',
  '--moduleResolution bundler --verbatimModuleSyntax --resolveJsonModule --strict',
  '--exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck',
  '--lib ES2022,DOM,DOM.Iterable --types node',
].flatMap((line) => line.split(' '));

/**
 * Writes the declarations of the entries and all their imports to `outDir`, and with `scripts` the
 * JavaScript, one file per source.
 * @throws the compiler's errors, if any
 */
export function compile(
  entries: readonly string[],
  {
    rootDir,
    outDir,
    scripts = false,
    moreArgs = [],
  }: { rootDir: string; outDir: string; scripts?: boolean; moreArgs?: readonly string[] },
): void {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const emitArgs = scripts ? [] : ['--emitDeclarationOnly'];
  const folders = ['--rootDir', rootDir, '--outDir', outDir];
  const args = [tsc, ...options, ...emitArgs, ...moreArgs, ...folders, ...entries];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`Nothing is made of ${entries.join(', ')}.\n${stdout}`);
}

/** Adds the file extensions that Node's resolution needs to imports among a folder's files. */
export async function nameEndings(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  for (const name of names.filter((one) => /\.(?:d\.ts|js)$/u.test(one))) {
    const text = await readFile(join(folder, name), 'utf8');
    const withEndings = text.replace(/((?:from |import\()(['"])\.[^'"]*)(['"])/gu, '$1.js$3');
    await writeFile(join(folder, name), withEndings);
  }
}

/** Turns the declarations of an ES module into those of a CommonJS one, with its own extension. */
export async function asCommonJs(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  for (const name of names.filter((one) => one.endsWith('.d.ts'))) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      text.replace(/((?:from |import\()(['"])\.[^'"]*)\.js(['"])/gu, '$1.cjs$3'),
    );
    await rename(path, path.replace(/\.ts$/u, '.cts'));
  }
}

/** Our own licence texts, at the root. */
export const licences = ['LICENSE-APACHE', 'LICENSE-MIT'];

/** Copies the licences into a build: npm only packs those in a package's own folder. */
export async function copyLicences(folder: string): Promise<void> {
  for (const name of licences) await copyFile(join(root, name), join(folder, name));
}
