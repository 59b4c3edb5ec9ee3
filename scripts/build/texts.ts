import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root';

/** Folder of the module's texts, with a folder for each language. */
const MODULE_TEXTS = 'locales/text';

/** The languages of the module, including English. */
export const listLanguages = async (): Promise<string[]> =>
  (await readdir(join(root, MODULE_TEXTS))).sort();

/** The folder of a language's texts, from the root. */
export const textFolder = (language: string): string => `${MODULE_TEXTS}/${language}`;

/** The texts of a folder's files, by name. @throws if two of the files define the same name */
export async function readTextFiles(folder: string): Promise<Record<string, string>> {
  const merged: Record<string, string> = {};
  const files = (await readdir(join(root, folder))).sort();
  for (const file of files) {
    const path = join(root, folder, file);
    for (const [name, text] of Object.entries(JSON.parse(await readFile(path, 'utf8')))) {
      if (Object.hasOwn(merged, name)) throw new Error(`${path}: ${name} is there already.`);
      merged[name] = String(text);
    }
  }
  return merged;
}

/** A language's own texts of the module, by name. */
export const readTexts = (language: string): Promise<Record<string, string>> =>
  readTextFiles(textFolder(language));

/** The texts as packaged: English where a language lacks one. */
export const mergeTexts = async (language: string): Promise<Record<string, string>> => ({
  ...(await readTexts('en')),
  ...(await readTexts(language)),
});
