import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The files at or below a path, relative to `base`, in a stable order. */
export const listFiles = async (base: string, path: string): Promise<string[]> => {
  const absolute = join(base, path);
  if (!(await stat(absolute)).isDirectory()) return [path];
  const entries = await readdir(absolute, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(base, join(entry.parentPath, entry.name)))
    .sort();
};

/** One hash over the names and contents of the files. */
export const hashFiles = async (base: string, files: readonly string[]): Promise<string> => {
  const hash = createHash('sha256');
  for (const file of files) {
    const bytes = await readFile(join(base, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
};

/** True for a file that no build includes. */
export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
