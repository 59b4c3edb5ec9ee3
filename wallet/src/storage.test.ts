import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { durableFile } from './storage';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('reads a file that is not there as none, and fails at what cannot be read', async () => {
  expect(await durableFile(join(folder, 'none')).read()).toBeNull();
  await expect(durableFile(folder).read()).rejects.toThrow('EISDIR');
});

it('takes nothing more once it is closed', async () => {
  const path = join(folder, 'file');
  const file = durableFile(path);
  file.write(() => 'before');
  await file.close();
  file.write(() => 'after');
  file.append('after', () => 'after');
  file.clear();
  await file.flushed();
  expect(await readFile(path, 'utf8')).toBe('before');
});

it('removes a file whose folder is not there', async () => {
  const file = durableFile(join(folder, 'none', 'file'));
  file.clear();
  await file.flushed();
  expect(await readdir(folder)).toEqual([]);
});
