import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

/**
 * True when the folder's node_modules holds what its lockfile says. npm writes its own record of
 * what it installed last of all, so an interrupted installation has none.
 */
export const arePackagesInstalled = (folder) => {
  const wanted = readJson(join(folder, 'package-lock.json'))?.packages;
  const installed = readJson(join(folder, 'node_modules/.package-lock.json'))?.packages;
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted)
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, { version, integrity, optional, link }]) => {
      const found = installed[path];
      // Packages for other systems are left out.
      if (found === undefined) return optional === true;
      // npm's record names what a workspace has of its own, too, whose folder may have gone.
      if (!path.startsWith('node_modules/') && !existsSync(join(folder, path))) return false;
      return link === true || (found.version === version && found.integrity === integrity);
    });
};
