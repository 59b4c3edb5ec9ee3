import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checksum, packFiles } from './pack';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xnet-pack-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const contents = { 'a.js': 'one', 'b/c.js': 'two', 'ä/İ.json': '{}' };

/** Packs the contents from a folder of its own. @returns the archive's checksum */
function pack(name: string, { mode = 0o644, seconds = 1, files = Object.keys(contents) } = {}) {
  for (const [file, text] of Object.entries(contents)) {
    const path = join(folder, name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, mode);
    utimesSync(path, seconds, seconds);
  }
  const archive = join(folder, `${name}.tgz`);
  packFiles(archive, { prefix: 'package', folder: join(folder, name), files });
  return checksum(archive);
}

describe('packFiles', () => {
  it('packs the same bytes from files of other folders, modes, times and order', () => {
    const files = Object.keys(contents).reverse();
    expect(pack('another one', { mode: 0o600, seconds: 1_900_000_000, files })).toBe(pack('one'));
  });

  it('packs other bytes if a file is missing', () => {
    expect(pack('less', { files: ['a.js'] })).not.toBe(pack('one'));
  });
});
