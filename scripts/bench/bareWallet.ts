import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../root';

/** Builds the bare module for the vendor's wallet. @returns its folder, within the given one */
export async function buildBare(folder: string): Promise<string> {
  const entry = join(root, 'scripts/bench/bareModule.ts');
  const module = join(folder, 'module');
  const build = ['--import', 'tsx', 'test-module/build.ts', module, 'bare', '0.1.0', entry];
  await promisify(execFile)(process.execPath, build, { cwd: join(root, 'wallet') });
  return module;
}
