import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root';
import { buildHash } from './buildHash';
import { errorHints } from './errorHints';
import { languages, mergeTexts } from './texts';

/** Makes the folder of the files that the module reads beside its code. */
export async function writeStaticFiles(out: string): Promise<void> {
  await mkdir(out, { recursive: true });
  const writeJson = (name: string, value: unknown) =>
    writeFile(join(out, name), JSON.stringify(value));
  for (const language of await languages())
    await writeJson(`text.${language}.json`, await mergeTexts(language));
  await writeJson('hints.json', errorHints);
  await writeJson('openrpc.json', JSON.parse(await readFile(join(root, 'openrpc.json'), 'utf8')));
  await writeFile(join(out, 'poseidon.wasm'), await buildHash());
}
