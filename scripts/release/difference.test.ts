import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { compareFolders } from './difference';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xnet-difference-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(side: string, files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, side, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return join(folder, side);
}

const compare = (published: Record<string, string>, rebuilt: Record<string, string>) =>
  compareFolders(write('published', published), write('rebuilt', rebuilt));

describe('the first difference of two packages', () => {
  it('finds none if all files have the same bytes', async () => {
    const files = { 'package/a.js': 'one', 'package/b/c.js': 'two' };
    expect(await compare(files, files)).toBeUndefined();
  });

  it('names a file that one of them lacks', async () => {
    const [less, more] = [{ 'a.js': 'one' }, { 'a.js': 'one', 'b.js': 'two' }];
    expect(await compare(more, less)).toBe('b.js is in the published archive alone.');
    rmSync(join(folder, 'published'), { recursive: true });
    rmSync(join(folder, 'rebuilt'), { recursive: true });
    expect(await compare(less, more)).toBe('b.js is missing in the published archive.');
  });

  it.each([
    ['one\ntwo\nthree', 'one\ntwo\nfour', 'a.js differs from byte 8, in line 3.'],
    ['one', 'one and more', 'a.js differs from byte 3, in line 1.'],
  ])('names the byte from which %j and %j differ', async (there, here, sentence) => {
    const told = await compare({ 'a.js': there, 'b.js': 'x' }, { 'a.js': here, 'b.js': 'y' });
    expect(told?.split('\n')).toEqual([
      sentence,
      `Published: ${JSON.stringify(there)}`,
      `Rebuilt:   ${JSON.stringify(here)}`,
    ]);
  });
});
