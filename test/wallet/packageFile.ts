import { readFile } from 'node:fs/promises';
import { buildHash } from '../../scripts/build/buildHash';
import { errorHints } from '../../scripts/build/errorHints';
import { mergeTexts } from '../../scripts/build/texts';

const textFiles = new Map<string, Promise<string>>();
/** The file of texts in a language, as the build makes it; made once. */
function textFile(language: string): Promise<string> {
  const file =
    textFiles.get(language) ?? mergeTexts(language).then((texts) => JSON.stringify(texts));
  textFiles.set(language, file);
  return file;
}

/** A file of the module's package, as `snap_getFile` gives it: text, or bytes in hex. */
export async function packageFile(path: string): Promise<string> {
  if (path === './static/openrpc.json') return readFile('openrpc.json', 'utf8');
  if (path === './static/hints.json') return JSON.stringify(errorHints);
  const [, language] = /^\.\/static\/text\.([a-z]+)\.json$/u.exec(path) ?? [];
  if (language) return textFile(language);
  if (path !== './static/poseidon.wasm') throw new Error(`The package has no ${path}.`);
  return `0x${(await buildHash()).toString('hex')}`;
}
