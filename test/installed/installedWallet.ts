import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../../scripts/root';

/**
 * Returns what a script of this folder observed. It runs in a separate process, as Jest cannot load
 * the wallet's core.
 */
export async function installedWallet<T>(script: 'connected.ts' | 'play.ts'): Promise<T> {
  const args = ['--import', 'tsx', `test/installed/${script}`];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: root,
    timeout: 200_000,
  });
  return JSON.parse(stdout) as T;
}
