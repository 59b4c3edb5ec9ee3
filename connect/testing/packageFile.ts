import { readFile } from 'node:fs/promises';

/**
 * A file of the module, from the folder beside the published bundle, where it stands in place of
 * test/wallet/packageFile.ts.
 */
export const packageFile = (path: string): Promise<string> =>
  readFile(new URL(path, import.meta.url), 'base64');
