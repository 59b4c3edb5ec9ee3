import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listFiles } from '../build/fileHash';
import { runTool } from './pack';

/** Characters of both sides that are shown around a difference. */
const around = 30;

const excerptOf = (text: string, at: number): string =>
  JSON.stringify(text.slice(Math.max(0, at - around), at + around));

/** Describes the first difference of two files, with both texts. */
function describeBytes(name: string, published: Buffer, rebuilt: Buffer): string {
  const [there, here] = [published.toString('latin1'), rebuilt.toString('latin1')];
  let at = 0;
  while (there[at] === here[at]) at += 1;
  const line = there.slice(0, at).split('\n').length;
  return `${name} differs from byte ${at}, in line ${line}.\nPublished: ${excerptOf(there, at)}\nRebuilt:   ${excerptOf(here, at)}`;
}

/** The first difference between the files of two folders; undefined if there is none. */
export async function compareFolders(
  published: string,
  rebuilt: string,
): Promise<string | undefined> {
  const [there, here] = await Promise.all([listFiles(published, '.'), listFiles(rebuilt, '.')]);
  for (const name of [...new Set([...there, ...here])].sort()) {
    if (!here.includes(name)) return `${name} is in the published archive alone.`;
    if (!there.includes(name)) return `${name} is missing in the published archive.`;
    const [theirs, ours] = [published, rebuilt].map((folder) => readFileSync(join(folder, name)));
    if (theirs && ours && !theirs.equals(ours)) return describeBytes(name, theirs, ours);
  }
  return undefined;
}

/** The first difference between the files of two archives; undefined if there is none. */
export async function compareArchives(
  published: string,
  rebuilt: string,
): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'xnet-verify-'));
  try {
    const [there, here] = ['published', 'rebuilt'].map((name) => join(folder, name));
    if (there === undefined || here === undefined) throw new Error('There are two folders.');
    for (const [archive, into] of [
      [published, there],
      [rebuilt, here],
    ] as const) {
      mkdirSync(into);
      runTool('archive', ['unpack', archive, into], []);
    }
    return await compareFolders(there, here);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
