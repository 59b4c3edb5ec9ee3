import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root';

/** Where the module's texts are, and the test dapp's: a folder for each language. */
export const textFolders = { module: 'locales/text', dapp: 'dapp/locales' } as const;

/** The languages of a folder, including English. */
export const languages = async (folder: string): Promise<string[]> =>
  (await readdir(join(root, folder))).sort();

/** A language's own texts, by name. @throws if two of its files define the same name */
export async function readTexts(
  language: string,
  folder: string = textFolders.module,
): Promise<Record<string, string>> {
  const merged: Record<string, string> = {};
  const files = (await readdir(join(root, folder, language))).sort();
  for (const file of files) {
    const path = join(root, folder, language, file);
    for (const [name, text] of Object.entries(JSON.parse(await readFile(path, 'utf8')))) {
      if (Object.hasOwn(merged, name)) throw new Error(`${path}: ${name} is there already.`);
      merged[name] = String(text);
    }
  }
  return merged;
}

/** The texts as packaged: English where a language lacks one. */
export const mergeTexts = async (language: string): Promise<Record<string, string>> => ({
  ...(await readTexts('en')),
  ...(await readTexts(language)),
});
