import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root';
import { compile, copyLicences, nameEndings } from './compile';

const folder = join(root, 'clients');

/**
 * Builds `@xnet/clients` into `clients/dist`, which is the package: one file of standard JavaScript
 * per source, so that bundlers can drop unused ones, and its declarations.
 */
export async function buildClients(): Promise<void> {
  const out = join(folder, 'dist');
  await rm(out, { recursive: true, force: true });
  compile([join(folder, 'src/index.ts')], {
    rootDir: join(folder, 'src'),
    outDir: out,
    scripts: true,
  });
  await nameEndings(out);
  await copyFile(join(folder, 'README.md'), join(out, 'README.md'));
  await copyLicences(out);
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  // Here the package's name resolves to the sources; `private` prevents publishing those.
  const { private: _private, scripts: _scripts, ...published } = manifest;
  const exports = {
    '.': { types: './index.d.ts', default: './index.js' },
    './package.json': './package.json',
  };
  await writeFile(
    join(out, 'package.json'),
    `${JSON.stringify({ ...published, exports }, null, 2)}\n`,
  );
}
