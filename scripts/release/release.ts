/** Makes everything that a release publishes, up to the last keystroke, which is a person's. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import house from '../../test/contract/house.json';
import { findCommit } from '../commit';
import { openResults } from '../results';
import { root } from '../root';
import { say } from '../say';
import { listComponents, writeBill } from './bill';
import { checksum, currentVersion, packPart } from './pack';
import { type ModuleFigures, type Part, parts } from './parts';
import { type Budget, describeRelease, nextSteps, type ReleasedPart } from './report';
import { isFailed, isMissing, runSuites, type SuiteResult, type Wish } from './suites';
import { isUnreleased, listChanges, raise, writeVersion } from './version';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Files that npm reads for each package that is published. */
const published = [
  'package.json',
  'snap.manifest.json',
  'connect/package.json',
  'connect/testing/package.json',
  'clients/package.json',
  'service/package.json',
];

/** Placeholders that only the publishers can fill. */
function listPlaceholders(): string[] {
  const contact = 'SECURITY.md names no contact: put an address in the place of SECURITY_CONTACT.';
  const unnamed = published.filter((path) => read(path).includes('//example.org/'));
  return [
    ...(read('SECURITY.md').includes('`SECURITY_CONTACT`') ? [contact] : []),
    ...unnamed.map(
      (path) => `${path} names no repository: example.org is in the place of its address.`,
    ),
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
  const { archive, contents, files, module } = await packPart(part, out);
  const components = listComponents(part, contents);
  const bill = archive.replace(/\.tgz$/u, '.cdx.json');
  writeBill(part, components, bill);
  const sum = checksum(archive);
  say(`${sum}  ${basename(archive)}`);
  const { size: bytes } = statSync(archive);
  const packages = components.length;
  const billSum = checksum(bill);
  return {
    archive,
    sum,
    bytes,
    files,
    bill,
    billSum,
    packages,
    contents,
    ...(module && { module }),
  };
}

/** @throws if no part is a module */
function findModule(made: readonly ReleasedPart[]): ModuleFigures {
  const figures = made.find(({ module }) => module)?.module;
  if (figures === undefined) throw new Error('No part is the module.');
  return figures;
}

function listBudgets(made: readonly ReleasedPart[]): Budget[] {
  const connect = made.find(({ archive }) => /xnet-connect-\d/u.test(archive));
  const bundleBytes = findModule(made).bundleBytes;
  return [
    { name: 'The bundle of the module', bytes: bundleBytes, limit: house.bundleBytes },
    { name: 'The archive of @xnet/connect', bytes: connect?.bytes ?? 0, limit: house.connectBytes },
  ];
}

/** @throws what a release refuses; a dry run only says it */
function refuse(faults: readonly string[], isDry: boolean): void {
  if (faults.length > 0 && !isDry) throw new Error(faults.join('\n'));
  for (const fault of faults) say(`A release would refuse: ${fault}`);
}

/** Makes all archives and their checksums. */
async function makeParts(out: string): Promise<ReleasedPart[]> {
  mkdirSync(out, { recursive: true });
  const made: ReleasedPart[] = [];
  for (const part of parts) made.push(await makePart(part, out));
  const sums = made.flatMap(({ archive, sum, bill, billSum }) => [
    `${sum}  ${basename(archive)}`,
    `${billSum}  ${basename(bill)}`,
  ]);
  writeFileSync(join(out, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  return made;
}

/** @throws if suites failed or, in a release, did not run */
function judgeSuites(suites: readonly SuiteResult[], isDry: boolean): void {
  const failed = suites.filter(isFailed);
  if (failed.length > 0) throw new Error(`Failed: ${failed.map(({ name }) => name).join(', ')}.`);
  const missing = suites.filter(isMissing);
  if (missing.length > 0 && !isDry)
    throw new Error(`Not run: ${missing.map(({ name }) => name).join(', ')}.`);
}

type Aim = Omit<Wish, 'commit'> & {
  /** True to make the archives and their checksums alone, such as for a comparison. */
  readonly isForArchives: boolean;
};

async function release({ isDry, isForArchives, ...wish }: Aim) {
  if (wish.keepsEarlier && !isDry) throw new Error('Figures of earlier commits are for a dry run.');
  const placeholders = listPlaceholders();
  refuse(placeholders, isDry || isForArchives);
  const commit = findCommit();
  if (commit === undefined)
    throw new Error('There are changes that are not committed: a release is made of a commit.');
  if (!isForArchives && prepareVersion(isDry)) return;

  const version = currentVersion();
  const out = join(root, '.cache/release', version);
  const releasedParts = await makeParts(out);
  if (findCommit() !== commit) throw new Error('The sources have changed meanwhile: run it again.');
  const budgets = listBudgets(releasedParts);
  const excesses = budgets
    .filter(({ bytes, limit }) => bytes > limit)
    .map(({ name, bytes, limit }) => `${name} has ${bytes} bytes; the limit is ${limit}.`);
  refuse(excesses, isDry);
  if (isForArchives) return;
  const faults = [...placeholders, ...excesses];
  const { shasum } = findModule(releasedParts);
  const results = openResults<SuiteResult>(join(root, '.cache/release/suites.json'));
  const suites = await runSuites({ ...wish, isDry, commit }, results);
  const report = `docs/releases/${version}.md`;
  mkdirSync(join(root, 'docs/releases'), { recursive: true });
  writeFileSync(
    join(root, report),
    describeRelease({
      version,
      commit,
      isDry,
      faults,
      shasum,
      parts: releasedParts,
      budgets,
      suites,
    }),
  );
  judgeSuites(suites, isDry);
  say(
    `\nNothing is published. ${report} has the figures, .cache/release/${version} the archives.\nNext:`,
  );
  for (const [index, step] of nextSteps.entries()) say(`${index + 1}. ${step}`);
}

const { values } = parseArgs({
  options: {
    dry: { type: 'boolean', default: false },
    archives: { type: 'boolean', default: false },
    only: { type: 'string' },
    earlier: { type: 'boolean', default: false },
  },
});
await release({
  isDry: values.dry,
  isForArchives: values.archives,
  wanted: values.only ?? '',
  keepsEarlier: values.earlier,
}).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
