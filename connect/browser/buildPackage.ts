import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/root';

/** Builds `@xnet/connect` as it is published. Runs by itself: compilers do not start in the test's realm. */
export async function buildPackage(out: string): Promise<void> {
  const script = `import { buildConnect } from ${JSON.stringify(join(root, 'scripts/build/buildConnect.ts'))};
await buildConnect({ out: ${JSON.stringify(out)} });`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
  await promisify(execFile)(process.execPath, args, { cwd: root });
}
