import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root';
import { buildHash } from './buildHash';
import { errorHints } from './errorHints';
import { languages, mergeTexts } from './texts';

/** JSON in ASCII: the module reads a file as bytes, and takes each for a character. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    // By code unit, as JSON escapes them.
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Makes the folder of the files that the module reads beside its code. */
export async function writeStaticFiles(out: string): Promise<void> {
  await mkdir(out, { recursive: true });
  const writeJson = (name: string, value: unknown) => writeFile(join(out, name), asciiJson(value));
  for (const language of await languages())
    await writeJson(`text.${language}.json`, await mergeTexts(language));
  await writeJson('hints.json', errorHints);
  await writeJson('openrpc.json', JSON.parse(await readFile(join(root, 'openrpc.json'), 'utf8')));
  await writeFile(join(out, 'poseidon.wasm'), await buildHash());
}
