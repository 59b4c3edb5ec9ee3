import { readFile } from 'node:fs/promises';

/**
 * Reads a file of the module beside the published bundle; replaces test/wallet/packageFile.ts
 * there.
 */
export const packageFile = (path: string): Promise<string> =>
  readFile(new URL(path, import.meta.url), 'base64');
