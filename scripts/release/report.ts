import { basename } from 'node:path';
import type { Contents } from '../build/buildModule';
import type { ModuleFigures } from './parts';
import type { SuiteResult } from './suites';

export type ReleasedPart = {
  archive: string;
  sum: string;
  bytes: number;
  files: number;
  bill: string;
  billSum: string;
  packages: number;
  contents: Contents;
  module?: ModuleFigures;
};
export type Budget = { name: string; bytes: number; limit: number };
export type Release = {
  version: string;
  commit: string;
  isDry: boolean;
  /** Reasons to refuse a release, in sentences. */
  faults: readonly string[];
  shasum: string;
  parts: readonly ReleasedPart[];
  budgets: readonly Budget[];
  suites: readonly SuiteResult[];
};

const table = (
  titles: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string =>
  [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Steps of the people who publish: no program holds the keys for it. */
export const nextSteps = [
  'In fresh clones of the same commit, one person runs `npm run release` and another one `npm run release -- --archives`, with the Node that is named above. They compare `SHA256SUMS`.',
  'One commits the report, and signs a tag: `git tag -s v<version>`. The other checks it, `git verify-tag v<version>`, and pushes it.',
  'From a runner that attests provenance, and with a second factor of each: `npm publish <archive> --provenance --access public`, for xnet-module, xnet-clients, xnet-connect, xnet-connect-testing and xnet-service. The image is built from xnet-service-image-context, with the digest of its base as NODE_IMAGE; xnet-dapp and xnet-docs go to their hosts.',
  'A third machine: `npm pack @xnet/module@<version>`, then `npm run verify -- <archive>`.',
  'Ask the wallets’ allow-list teams to add the id, the version and the checksum of the manifest.',
];

const describeContents = ({ archive, contents }: ReleasedPart): string => {
  const rows = Object.entries(contents).map(([folder, bytes]) => [
    folder === '' ? 'our own' : `\`${folder.slice(folder.lastIndexOf('node_modules/') + 13)}\``,
    bytes,
  ]);
  return `### ${basename(archive)}\n\n${table(['Package', 'Bytes'], rows)}\n`;
};

/** The page of a release. */
export function describeRelease(release: Release): string {
  const { version, commit, isDry, faults, shasum, parts, budgets, suites } = release;
  const kind = isDry ? 'A dry run: nothing of it is published. ' : '';
  const refused = faults.map((fault) => `- A release would refuse: ${fault}`).join('\n');
  return `# Release ${version}

${kind}Made of commit \`${commit}\` by Node ${process.versions.node} on ${process.platform}-${process.arch}. \`npm run verify -- <archive or
checksum>\` makes an archive again and names the first difference.
${refused && `\n${refused}\n`}
## Archives

${table(
  ['Archive', 'Files', 'Bytes', 'SHA-256'],
  parts.map(({ archive, files, bytes, sum }) => [basename(archive), files, bytes, `\`${sum}\``]),
)}

The checksum in the module's manifest, which wallets check: \`${shasum}\`

## Bills of materials

In CycloneDX, with the licence and the checksum of each package that is in an archive or installed with it.

${table(
  ['Bill', 'Packages of others', 'SHA-256'],
  parts.map(({ bill, packages, billSum }) => [basename(bill), packages, `\`${billSum}\``]),
)}

## Budgets

${table(
  ['What', 'Bytes', 'Limit', ''],
  budgets.map(({ name, bytes, limit }) => [name, bytes, limit, bytes <= limit ? 'kept' : 'BROKEN']),
)}

The contract tests, which \`npm run test:all\` runs, hold the numbers of files that the methods load; the mutants below
have a limit of their own.

## Suites

${table(
  ['Suite', 'Command', 'Minutes', 'Last line'],
  suites.map(({ name, command, minutes, figure, commit: testedCommit = commit }) => [
    testedCommit === commit ? name : `${name}, on commit \`${testedCommit.slice(0, 9)}\``,
    `\`${command}\``,
    minutes ?? '',
    figure.replaceAll('|', '\\|'),
  ]),
)}

## What the archives contain of others

Bytes of \`xnet-connect\` (what a server imports) and \`xnet-connect-testing\` are those of the file; of the others, those
before they are made smaller. An archive that is not listed contains nothing of others.

${parts
  .filter(({ contents }) => Object.keys(contents).length > 1)
  .map(describeContents)
  .join('\n')}
## Next

${nextSteps.map((step, index) => `${index + 1}. ${step}`).join('\n')}
`;
}

/** The origin of a checksum, as a report says; without an archive, it is of another thing. */
export type ReportedSum = { commit: string; node: string; archive?: string };

/** Reads what the page of a release says of a checksum; undefined if it does not have it. */
export function readReport(page: string, sum: string): ReportedSum | undefined {
  const line = page.split('\n').find((one) => one.includes(sum));
  const [, commit, node] =
    /^(?:.* )?Made of commit `([0-9a-f]{40})` by Node (\S+) /mu.exec(page) ?? [];
  if (line === undefined || commit === undefined || node === undefined) return undefined;
  const [, archive] = /^\| (\S+\.tgz) \|/u.exec(line) ?? [];
  return { commit, node, ...(archive !== undefined && { archive }) };
}
