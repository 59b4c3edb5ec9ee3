import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { root } from '../root';
import { arePackagesInstalled } from './packages.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xnet-packages-'));
  mkdirSync(join(folder, 'node_modules'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const wanted = {
  '': { name: 'x' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/dapp': { resolved: 'dapp', link: true },
  'node_modules/other-system': { version: '1.0.0', integrity: 'sha512-o', optional: true },
};
const write = (name: string, packages: object) =>
  writeFileSync(join(folder, name), JSON.stringify({ packages }));
const writeWanted = () => write('package-lock.json', wanted);
const writeInstalled = (a: object | undefined) =>
  write('node_modules/.package-lock.json', {
    'node_modules/dapp': { link: true },
    ...(a && { 'node_modules/a': a }),
  });

it('returns true when all that this system needs is installed', () => {
  writeWanted();
  writeInstalled({ version: '1.0.0', integrity: 'sha512-a' });
  expect(arePackagesInstalled(folder)).toBe(true);
});

it('returns false when a package is missing, of another version or of other content', () => {
  writeWanted();
  for (const a of [
    undefined,
    { version: '1.0.1', integrity: 'sha512-a' },
    { version: '1.0.0', integrity: 'sha512-b' },
  ]) {
    writeInstalled(a);
    expect(arePackagesInstalled(folder)).toBe(false);
  }
});

it('returns false when the packages of a workspace are gone', () => {
  const own = { 'dapp/node_modules/b': { version: '2.0.0', integrity: 'sha512-b' } };
  write('package-lock.json', own);
  write('node_modules/.package-lock.json', own);
  expect(arePackagesInstalled(folder)).toBe(false);
  mkdirSync(join(folder, 'dapp/node_modules/b'), { recursive: true });
  expect(arePackagesInstalled(folder)).toBe(true);
});

it('returns false after an interrupted installation', () => {
  writeWanted();
  expect(arePackagesInstalled(folder)).toBe(false);
});

it('returns true for the packages that run this test', () => {
  expect(arePackagesInstalled(root)).toBe(true);
});
