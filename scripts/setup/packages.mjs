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
 * True if the folder's node_modules matches its lockfile. npm writes its record of what it
 * installed last, so after an interrupted installation there is none.
 */
export const arePackagesInstalled = (folder) => {
  const wanted = readJson(join(folder, 'package-lock.json'))?.packages;
  const installed = readJson(join(folder, 'node_modules/.package-lock.json'))?.packages;
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted)
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, { version, integrity, optional, link }]) => {
      const found = installed[path];
      // Packages for other systems are not installed.
      if (found === undefined) return optional === true;
      // npm's record also lists packages inside workspaces, whose folders may be gone.
      if (!path.startsWith('node_modules/') && !existsSync(join(folder, path))) return false;
      return link === true || (found.version === version && found.integrity === integrity);
    });
};
