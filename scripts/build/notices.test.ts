import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listNotices } from './notices.mjs';

let folder: string;
let packageFolder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-notices-'));
  packageFolder = join(folder, 'node_modules/@bare/one');
  await mkdir(packageFolder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const describePackage = (more: object = {}) => {
  const text = JSON.stringify({ name: '@bare/one', version: '1.0.0', license: 'MIT', ...more });
  return writeFile(join(packageFolder, 'package.json'), text);
};
const list = (mit?: string) =>
  listNotices([join(packageFolder, 'dist/index.js'), join(folder, 'src/index.ts')], mit);

describe('listNotices', () => {
  it('refuses a package that brings no text of its licence', async () => {
    await describePackage({ author: 'Somebody' });
    expect(() => list()).toThrow('@bare/one');
    await writeFile(join(packageFolder, 'LICENSE.md'), 'The MIT License\n');
    expect(list()).toBe('@bare/one 1.0.0 (MIT)\n\nThe MIT License\n');
  });

  it('names the author in the terms of MIT if the package brings no text', async () => {
    const mit = 'MIT License\n\nCopyright (c) Us\n\nTerms';
    const notice = '@bare/one 1.0.0 (MIT)\n\nMIT License\n\nCopyright (c) Somebody\n\nTerms\n';
    for (const author of ['Somebody', { name: 'Somebody' }]) {
      await describePackage({ author });
      expect(list(mit)).toBe(notice);
    }
    await describePackage();
    expect(() => list(mit)).toThrow('@bare/one');
    await describePackage({ author: 'Somebody', license: 'ISC' });
    expect(() => list(mit)).toThrow('@bare/one');
  });
});
