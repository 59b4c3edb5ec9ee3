import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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

it('accepts nothing more once it is closed', async () => {
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

it('reports each time that a file is not on disk, until it is', async () => {
  const blocked = join(folder, 'blocked');
  await writeFile(blocked, 'a file where a folder is to be');
  const file = durableFile(join(blocked, 'file'));
  file.write(() => 'kept');
  for (const _time of [1, 2]) await expect(file.flushed()).rejects.toThrow(blocked);
  await rm(blocked);
  await file.flushed();
  expect(await readFile(join(blocked, 'file'), 'utf8')).toBe('kept');
});

it('reports that a file was not removed', async () => {
  const file = durableFile(folder);
  file.clear();
  await expect(file.flushed()).rejects.toThrow('EISDIR');
});

it('appends as much as a long file has before it writes it again', async () => {
  const path = join(folder, 'file');
  const file = durableFile(path);
  file.write(() => 'w'.repeat(200_000));
  await file.flushed();
  const whole = () => 'whole';
  for (const _time of [1, 2]) file.append('a'.repeat(100_000), whole);
  await file.flushed();
  expect(await readFile(path, 'utf8')).toBe('w'.repeat(200_000) + 'a'.repeat(200_000));
  file.append('a', whole);
  await file.flushed();
  expect(await readFile(path, 'utf8')).toBe('whole');
});
