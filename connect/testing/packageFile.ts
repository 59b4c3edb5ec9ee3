import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Reads a file of the module beside the published bundle; replaces test/wallet/packageFile.ts
 * there.
 */
export const packageFile = (path: string): Promise<string> =>
  readFile(join(__dirname, path), 'base64');
