import { readFile } from 'node:fs/promises';
import { buildHash } from '../../scripts/build/buildHash';
import { errorHints } from '../../scripts/build/errorHints';
import { asciiJson } from '../../scripts/build/staticFiles';
import { mergeTexts } from '../../scripts/build/texts';

const textFiles = new Map<string, Promise<string>>();
/** The file of a language's texts, as the build creates it; created once. */
function textFile(language: string): Promise<string> {
  const file = textFiles.get(language) ?? mergeTexts(language).then(asciiJson);
  textFiles.set(language, file);
  return file;
}

async function contentOf(path: string): Promise<string | Buffer> {
  if (path === './static/openrpc.json')
    return asciiJson(JSON.parse(await readFile('openrpc.json', 'utf8')));
  if (path === './static/hints.json') return asciiJson(errorHints);
  const [, language] = /^\.\/static\/text\.([a-z]+)\.json$/u.exec(path) ?? [];
  if (language) return textFile(language);
  if (path !== './static/poseidon.wasm') throw new Error(`The package has no ${path}.`);
  return buildHash();
}

/** A file of the module's package in base64, as `snap_getFile` returns it. */
export const packageFile = async (path: string): Promise<string> =>
  Buffer.from(await contentOf(path)).toString('base64');
