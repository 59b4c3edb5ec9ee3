import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root';
import { constantsSource, fieldSource } from './hash/field';

const source = join(root, 'assembly/poseidon.ts');
const compiler = join(root, 'node_modules/assemblyscript');
/** The speed comes from the unrolled arithmetic; nothing is allocated, so no runtime is needed. */
const options = ['-O3', '--noAssert', '--runtime', 'stub', '--use', 'abort='];

const run = (script: string, args: readonly string[], cwd: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let report = '';
    child.stderr.on('data', (chunk: Buffer) => {
      report += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The hash does not compile.\n${report}`));
    });
  });

const cache = join(root, 'node_modules/.cache/xnet');

/** Makes the next build compile the hash again, as a release does. */
export async function dropHash(): Promise<void> {
  const names = await readdir(cache).catch(() => []);
  for (const name of names)
    if (/^poseidon-.*\.wasm$/u.test(name)) await rm(join(cache, name), { force: true });
}

/**
 * Builds Poseidon as WebAssembly: the bytes of the module's static/poseidon.wasm. Reproducible from
 * the same sources; cached for the next build.
 */
export async function buildHash(): Promise<Buffer> {
  const generated = { 'field.ts': fieldSource(), 'constants.ts': constantsSource() };
  const inputs = [
    await readFile(source, 'utf8'),
    ...Object.values(generated),
    await readFile(join(compiler, 'package.json'), 'utf8'),
    ...options,
  ];
  const digest = createHash('sha256').update(JSON.stringify(inputs)).digest('hex');
  const cachePath = join(cache, `poseidon-${digest.slice(0, 32)}.wasm`);
  const cached = await readFile(cachePath).catch(() => undefined);
  if (cached) return cached;

  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'hash-'));
  try {
    await copyFile(source, join(folder, 'poseidon.ts'));
    for (const [name, text] of Object.entries(generated)) await writeFile(join(folder, name), text);
    const args = ['poseidon.ts', '--outFile', 'poseidon.wasm', ...options];
    await run(join(compiler, 'bin/asc.js'), args, folder);
    // Renamed into place, so that nobody reads a partial file.
    await rename(join(folder, 'poseidon.wasm'), cachePath);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return readFile(cachePath);
}
