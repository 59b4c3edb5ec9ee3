import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../root';

/**
 * Builds unless what was last built under this name has the stamp of now: a hash of what it is
 * built from, and of what was built. @returns true if it was built
 */
export async function buildUnlessCurrent(
  name: string,
  { currentStamp, build }: { currentStamp: () => Promise<string>; build: () => Promise<void> },
): Promise<boolean> {
  const path = join(root, 'node_modules/.cache/xnet', `${name}-build`);
  const storedHash = await readFile(path, 'utf8').catch(() => '');
  if (storedHash === (await currentStamp())) return false;
  await build();
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, await currentStamp());
  return true;
}
