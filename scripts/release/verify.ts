/** Makes a published archive again, and compares. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { reportFailure } from '../failure';
import { root } from '../root';
import { compareArchives } from './difference';
import { checksum, currentVersion, packPart } from './pack';
import { type Part, parts } from './parts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const nameOf = ({ name }: Part): string => `${name}-${currentVersion()}.tgz`;

/** The parts that may have a checksum: the one whose row in a report has it, else all. */
function listCandidates(sum: string): readonly Part[] {
  const folder = join(root, 'docs/releases');
  const pages = existsSync(folder) ? readdirSync(folder) : [];
  const rows = pages.flatMap((page) => readFileSync(join(folder, page), 'utf8').split('\n'));
  const row = rows.find((one) => one.startsWith('| ') && one.includes(sum));
  const named = parts.filter((part) => row?.startsWith(`| ${nameOf(part)} |`));
  if (named.length > 0) return named;
  return parts;
}

/** The checksum that wallets check, if the part is the module. */
const manifestSum = ({ name }: Part): string | undefined => {
  if (name !== 'xnet-module') return undefined;
  const text = readFileSync(join(root, 'dist/snap.manifest.json'), 'utf8');
  return (JSON.parse(text) as { source: { shasum: string } }).source.shasum;
};

async function verifySum(sum: string, out: string): Promise<boolean> {
  const isOfManifest = sum.endsWith('=');
  for (const part of isOfManifest ? parts.slice(0, 1) : listCandidates(sum)) {
    const { archive } = await packPart(part, out);
    const made = isOfManifest ? manifestSum(part) : checksum(archive);
    say(`${made}  ${basename(archive)}`);
    if (made === sum) return true;
  }
  say(
    'No archive of this commit has this checksum. Verify the archive itself to see the difference.',
  );
  return false;
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
  const isSame = await (isSum ? verifySum(word, folder) : verifyArchive(path, folder));
  say(isSame ? 'Verified: it is made of these sources.' : 'NOT verified.');
  if (!isSame) process.exitCode = 1;
} catch (error) {
  reportFailure(error);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
