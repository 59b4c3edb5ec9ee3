import { describe, expect, it } from '@jest/globals';
import { describeRelease, type ReleasedPart, readReport } from './report';

const commit = 'c'.repeat(40);
const shasum = `${'A'.repeat(43)}=`;
const makePart = (name: string, sum: string): ReleasedPart => ({
  archive: `/tmp/${name}-1.2.3.tgz`,
  sum,
  bytes: 1,
  files: 1,
  bill: `/tmp/${name}-1.2.3.cdx.json`,
  billSum: 'd'.repeat(64),
  packages: 0,
  contents: {},
});
const describeRun = (isDry: boolean) =>
  describeRelease({
    version: '1.2.3',
    commit,
    isDry,
    faults: [],
    shasum,
    parts: [makePart('xnet-module', 'a'.repeat(64)), makePart('xnet-dapp', 'b'.repeat(64))],
    budgets: [],
    suites: [],
  });

describe('readReport', () => {
  const node = process.versions.node;
  it.each([true, false])('finds what describeRelease wrote of a checksum, dry: %s', (isDry) => {
    const page = describeRun(isDry);
    const archive = 'xnet-dapp-1.2.3.tgz';
    expect(readReport(page, 'b'.repeat(64))).toEqual({ commit, node, archive });
    expect(readReport(page, shasum)).toEqual({ commit, node });
  });

  it('finds nothing of another checksum, or in another page', () => {
    expect(readReport(describeRun(true), 'e'.repeat(64))).toBeUndefined();
    expect(readReport('b'.repeat(64), 'b'.repeat(64))).toBeUndefined();
  });
});
