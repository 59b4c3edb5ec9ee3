import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../root';
import { type RealWallet, startRealWallet } from './realWallet';

/** The bare module in the wallet of the vendor. @param folder where it is built, and where its wallet keeps its state */
export async function openBare(folder: string): Promise<RealWallet> {
  const entry = join(root, 'scripts/bench/bareModule.ts');
  const module = join(folder, 'module');
  const build = ['--import', 'tsx', 'test-module/build.ts', module, 'bare', '0.1.0', entry];
  await promisify(execFile)(process.execPath, build, { cwd: join(root, 'wallet') });
  return startRealWallet(module, join(folder, 'data'));
}
