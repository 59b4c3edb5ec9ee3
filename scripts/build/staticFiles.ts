import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root';
import { buildHash } from './buildHash';
import { errorHints } from './errorHints';
import { listLanguages, mergeTexts } from './texts';

/** JSON in ASCII: the module reads the file's bytes as characters. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    // Per UTF-16 code unit, as JSON escapes them.
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The file of each language's texts, by name. */
export async function textFiles(): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const language of await listLanguages())
    files[`text.${language}.json`] = asciiJson(await mergeTexts(language));
  return files;
}

/** Writes the files that the module reads at run time. */
export async function writeStaticFiles(out: string): Promise<void> {
  await mkdir(out, { recursive: true });
  const writeJson = (name: string, value: unknown) => writeFile(join(out, name), asciiJson(value));
  for (const [name, text] of Object.entries(await textFiles()))
    await writeFile(join(out, name), text);
  await writeJson('hints.json', errorHints);
  await writeJson('openrpc.json', JSON.parse(await readFile(join(root, 'openrpc.json'), 'utf8')));
  await writeFile(join(out, 'poseidon.wasm'), await buildHash());
}
