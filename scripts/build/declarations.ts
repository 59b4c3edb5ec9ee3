import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../root';

const options = [
  '--declaration --emitDeclarationOnly --noEmit false --target ES2022 --module ESNext',
  '--moduleResolution bundler --verbatimModuleSyntax --resolveJsonModule --strict',
  '--exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck',
  '--lib ES2022,DOM,DOM.Iterable --types node',
].flatMap((line) => line.split(' '));

/**
 * Writes the declarations of the entries and of all that they import into `outDir`.
 * @throws with what the compiler says when there are none.
 */
export function writeDeclarations(
  entries: readonly string[],
  { rootDir, outDir, more = [] }: { rootDir: string; outDir: string; more?: readonly string[] },
): void {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, ...options, ...more, '--rootDir', rootDir, '--outDir', outDir, ...entries];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`No declarations of ${entries.join(', ')}.\n${stdout}`);
}
