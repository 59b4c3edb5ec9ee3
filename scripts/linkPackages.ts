import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Links installed packages into another tree of the sources. Our own packages are copied, so that
 * their relative links lead to that tree; what builds keep is the original's.
 *
 * @param from a folder `node_modules`
 * @param to one that does not exist yet
 */
export async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const name of await readdir(from))
    if (name === '@xnet')
      await cp(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else if (name !== '.cache') await symlink(join(from, name), join(to, name));
}
