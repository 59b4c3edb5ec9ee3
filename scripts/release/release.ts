/** Makes everything that a release publishes, up to the last keystroke, which is a person's. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import house from '../../test/contract/house.json';
import { findCommit } from '../commit';
import { openResults } from '../results';
import { root } from '../root';
import { listComponents, writeBill } from './bill';
import { checksum, currentVersion, packPart } from './pack';
import { type Part, parts } from './parts';
import { type Budget, describeRelease, nextSteps, type ReleasedPart } from './report';
import { isFailed, runSuites, type SuiteResult, type Wish } from './suites';
import { isUnreleased, listChanges, raise, writeVersion } from './version';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Placeholders that only the publishers can fill. */
function listPlaceholders(): string[] {
  const contact = 'SECURITY.md names no contact: put an address in the place of SECURITY_CONTACT.';
  const address = 'package.json names no repository: example.org is in the place of its address.';
  return [
    ...(read('SECURITY.md').includes('`SECURITY_CONTACT`') ? [contact] : []),
    ...(read('package.json').includes('//example.org/') ? [address] : []),
  ];
}

/** Raises versions and moves the changes to the changelog, or says how. @returns true if it wrote */
function prepareVersion(isDry: boolean): boolean {
  const changes = listChanges();
  const current = currentVersion();
  const changelog = read('CHANGELOG.md');
  const version = raise(current, changes, changelog);
  if (changes.length === 0 && !isUnreleased(current, changelog)) return false;
  if (isDry) {
    say(`Changes: ${changes.length}, which would make ${version} of ${current}, in CHANGELOG.md.`);
    return false;
  }
  writeVersion(current, version, changes);
  say(`Version ${version} is written, and its changes are in CHANGELOG.md.`);
  say(
    'Read them; then npm run docs, npm run pictures, npm test, commit, and npm run release again.',
  );
  return true;
}

async function makePart(part: Part, out: string): Promise<ReleasedPart> {
  const { archive, contents, files } = await packPart(part, out);
  const components = listComponents(part, contents);
  const bill = archive.replace(/\.tgz$/u, '.cdx.json');
  writeBill(part, components, bill);
  const sum = checksum(archive);
  say(`${sum}  ${basename(archive)}`);
  const { size: bytes } = statSync(archive);
  const packages = components.length;
  return { archive, sum, bytes, files, bill, billSum: checksum(bill), packages, contents };
}

function listBudgets(made: readonly ReleasedPart[]): Budget[] {
  const connect = made.find(({ archive }) => /xnet-connect-\d/u.test(archive));
  const bundle = statSync(join(root, 'dist/bundle.js')).size;
  return [
    { name: 'The bundle of the module', bytes: bundle, limit: house.bundleBytes },
    { name: 'The archive of @xnet/connect', bytes: connect?.bytes ?? 0, limit: house.connectBytes },
  ];
}

/** @throws what a release refuses; a dry run only says it */
function refuse(faults: readonly string[], isDry: boolean): void {
  if (faults.length > 0 && !isDry) throw new Error(faults.join('\n'));
  for (const fault of faults) say(`A release would refuse: ${fault}`);
}

async function release({ isDry, ...wish }: Omit<Wish, 'commit'>) {
  if (wish.keepsEarlier && !isDry) throw new Error('Figures of earlier commits are for a dry run.');
  const placeholders = listPlaceholders();
  refuse(placeholders, isDry);
  const commit = findCommit();
  if (commit === undefined)
    throw new Error('There are changes that are not committed: a release is made of a commit.');
  if (prepareVersion(isDry)) return;

  const version = currentVersion();
  const out = join(root, '.cache/release', version);
  mkdirSync(out, { recursive: true });
  const made: ReleasedPart[] = [];
  for (const part of parts) made.push(await makePart(part, out));
  const sums = made.flatMap(({ archive, sum, bill, billSum }) => [
    `${sum}  ${basename(archive)}`,
    `${billSum}  ${basename(bill)}`,
  ]);
  writeFileSync(join(out, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  if (findCommit() !== commit) throw new Error('The sources have changed meanwhile: run it again.');
  const budgets = listBudgets(made);
  const excesses = budgets
    .filter(({ bytes, limit }) => bytes > limit)
    .map(({ name, bytes, limit }) => `${name} has ${bytes} bytes; the limit is ${limit}.`);
  refuse(excesses, isDry);
  const faults = [...placeholders, ...excesses];
  const manifest = JSON.parse(read('dist/snap.manifest.json')) as { source: { shasum: string } };
  const { shasum } = manifest.source;
  const results = openResults<SuiteResult>(join(root, '.cache/release/suites.json'));
  const suites = await runSuites({ ...wish, isDry, commit }, results);
  const report = `docs/releases/${version}.md`;
  mkdirSync(join(root, 'docs/releases'), { recursive: true });
  writeFileSync(
    join(root, report),
    describeRelease({ version, commit, isDry, faults, shasum, parts: made, budgets, suites }),
  );
  const failed = suites.filter(isFailed);
  if (failed.length > 0) throw new Error(`Failed: ${failed.map(({ name }) => name).join(', ')}.`);
  say(
    `\nNothing is published. ${report} has the figures, .cache/release/${version} the archives.\nNext:`,
  );
  for (const [index, step] of nextSteps.entries()) say(`${index + 1}. ${step}`);
}

const { values } = parseArgs({
  options: {
    dry: { type: 'boolean', default: false },
    suites: { type: 'boolean', default: false },
    only: { type: 'string' },
    earlier: { type: 'boolean', default: false },
  },
});
await release({
  isDry: values.dry,
  wanted: values.only ?? (values.suites ? '' : undefined),
  keepsEarlier: values.earlier,
}).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
