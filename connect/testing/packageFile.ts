import { readFile } from 'node:fs/promises';

/**
 * A file of the module, from the folder beside the published bundle, where it stands in place of
 * test/wallet/packageFile.ts.
 */
export const packageFile = async (path: string): Promise<string> => {
  const file = await readFile(new URL(path, import.meta.url));
  return path.endsWith('.wasm') ? `0x${file.toString('hex')}` : file.toString('utf8');
};
