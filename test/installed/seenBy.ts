import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../../scripts/root';

/**
 * What a script of this folder saw, in a process of its own: the wallet's core is no module that Jest
 * can load.
 */
export async function seenBy<T>(script: 'connected.ts' | 'play.ts'): Promise<T> {
  const args = ['--import', 'tsx', `test/installed/${script}`];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    ...{ cwd: root, timeout: 200_000 },
  });
  return JSON.parse(stdout) as T;
}
