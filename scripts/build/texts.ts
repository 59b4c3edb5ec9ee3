import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root';

const folder = join(root, 'locales/text');

/** The languages that the module speaks, English among them. */
export const languages = async (): Promise<string[]> => (await readdir(folder)).sort();

/** A language's own texts, by name. @throws where two of its files have a text of one name */
export async function textsIn(language: string): Promise<Record<string, string>> {
  const merged: Record<string, string> = {};
  const files = (await readdir(join(folder, language))).sort();
  for (const file of files) {
    const path = join(folder, language, file);
    for (const [name, text] of Object.entries(JSON.parse(await readFile(path, 'utf8')))) {
      if (Object.hasOwn(merged, name)) throw new Error(`${path}: ${name} is there already.`);
      merged[name] = String(text);
    }
  }
  return merged;
}

/** The texts as the package has them: English stands in where a language has none of a name. */
export const mergeTexts = async (language: string): Promise<Record<string, string>> => ({
  ...(await textsIn('en')),
  ...(await textsIn(language)),
});
