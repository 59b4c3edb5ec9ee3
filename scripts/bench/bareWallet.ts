import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../root';

/** Builds the bare module for the wallet of the vendor. @returns its folder, within this one */
export async function buildBare(folder: string): Promise<string> {
  const entry = join(root, 'scripts/bench/bareModule.ts');
  const module = join(folder, 'module');
  const build = ['--import', 'tsx', 'test-module/build.ts', module, 'bare', '0.1.0', entry];
  await promisify(execFile)(process.execPath, build, { cwd: join(root, 'wallet') });
  return module;
}
