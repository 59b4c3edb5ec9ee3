import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Contents } from '../../scripts/build/buildModule';
import { root } from '../../scripts/root';

/**
 * Builds `@xnet/connect` as it is published. Runs by itself: compilers do not start in the test's realm.
 * @returns its bytes by package
 */
export async function buildPackage(out: string): Promise<Contents> {
  const script = `import { buildConnect } from ${JSON.stringify(join(root, 'scripts/build/buildConnect.ts'))};
process.stdout.write(JSON.stringify(await buildConnect({ out: ${JSON.stringify(out)} })));`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return JSON.parse(stdout);
}
