/** Makes a published archive again, and compares. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { listChangedFiles, readHead } from '../commit';
import { reportFailure } from '../failure';
import { root } from '../root';
import { say } from '../say';
import { compareArchives } from './difference';
import { checksum, currentVersion, packPart } from './pack';
import { type Part, parts } from './parts';
import { type ReportedSum, readReport } from './report';

const nameOf = ({ name }: Part): string => `${name}-${currentVersion()}.tgz`;

/** Finds what a committed report says of a checksum, and says it. */
function findReport(sum: string): ReportedSum | undefined {
  const folder = join(root, 'docs/releases');
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const reported = readReport(readFileSync(join(folder, name), 'utf8'), sum);
    if (reported === undefined) continue;
    say(`docs/releases/${name} has it, of commit ${reported.commit} by Node ${reported.node}.`);
    return reported;
  }
  return undefined;
}

async function verifySum(sum: string, out: string): Promise<boolean> {
  const reported = findReport(sum);
  const isOfManifest = sum.endsWith('=');
  const namedParts = parts.filter((part) => nameOf(part) === reported?.archive);
  const candidates = namedParts.length > 0 ? namedParts : parts;
  for (const part of isOfManifest ? parts.slice(0, 1) : candidates) {
    const { archive, module } = await packPart(part, out);
    const rebuiltSum = isOfManifest ? module?.shasum : checksum(archive);
    say(`${rebuiltSum}  ${basename(archive)}`);
    if (rebuiltSum === sum) return true;
  }
  say(
    'No archive of this commit has this checksum. Verify the archive itself to see the difference.',
  );
  if (reported !== undefined && reported.node !== process.versions.node)
    say(`Node ${process.versions.node} may compress otherwise than Node ${reported.node}.`);
  return false;
}

/** An archive that npm fetched to the top is no source. @throws if other files differ from the commit */
function refuseChanges(): void {
  const changedFiles = listChangedFiles().filter((name) => !/^[^/]+\.tgz$/u.test(name));
  if (changedFiles.length > 0)
    throw new Error(`Files differ from commit ${readHead()}: ${changedFiles.join(', ')}.`);
}

async function verifyArchive(path: string, out: string): Promise<boolean> {
  const part = parts.find((one) => nameOf(one) === basename(path));
  if (part === undefined) {
    say(`This commit makes no ${basename(path)}, but: ${parts.map(nameOf).join(', ')}.`);
    return false;
  }
  const { archive } = await packPart(part, out);
  const [published, rebuilt] = [checksum(path), checksum(archive)];
  say(`${published}  published\n${rebuilt}  rebuilt`);
  if (published === rebuilt) return true;
  const difference = await compareArchives(path, archive);
  say(difference ?? 'All files are the same: only the archive around them was made otherwise.');
  return difference === undefined;
}

/** npm runs this in the root, not where the path was typed. */
const word = process.argv[2] ?? '';
const path = resolve(process.env.INIT_CWD ?? '.', word);
const folder = mkdtempSync(join(tmpdir(), 'xnet-rebuilt-'));
try {
  const isSum = /^[0-9a-f]{64}$|^[\w+/]{43}=$/u.test(word);
  if (!isSum && !existsSync(path)) throw new Error('Name an archive or a checksum; see --help.');
  refuseChanges();
  const isSame = await (isSum ? verifySum(word, folder) : verifyArchive(path, folder));
  say(isSame ? `Verified: it is made of the sources of commit ${readHead()}.` : 'NOT verified.');
  if (!isSame) process.exitCode = 1;
} catch (error) {
  reportFailure(error);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
