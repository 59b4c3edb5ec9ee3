import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type Disposal, dispose, temporaryFolder } from '../../test/testService';
import { makeKey } from '../meter/apiKey';
import { openLmdbStore } from './lmdb';

const undo: Disposal = [];
afterEach(() => dispose(undo));

/** A store with this many keys. @returns its folder */
const filled = async (count: number): Promise<string> => {
  const folder = await temporaryFolder(undo);
  const store = openLmdbStore(folder);
  for (let key = 0; key < count; key += 1) await store.putKey(makeKey({}, 0).apiKey);
  await store.close();
  return folder;
};

describe('a file of keys', () => {
  it.each<[string, (path: string) => void]>([
    ['is cut off in the middle', (path) => truncateSync(path, 16 * 4_096)],
    ['is cut off after a page', (path) => truncateSync(path, 4_096)],
    ['is cut off within a page', (path) => truncateSync(path, 100)],
    ['is a text', (path) => writeFileSync(path, 'nothing\n')],
    ['is noise', (path) => writeFileSync(path, randomBytes(65_536))],
    ['begins with noise', (path) => writeFileSync(path, randomBytes(4_096), { flag: 'r+' })],
  ])('names a file that %s', async (_how, spoil) => {
    const folder = await filled(300);
    const path = join(folder, 'store.lmdb');
    spoil(path);
    const left = readFileSync(path);
    // Opening it would crash this process.
    expect(() => openLmdbStore(folder)).toThrow(`${path} is damaged`);
    expect(readFileSync(path).equals(left)).toBe(true);
  });

  it.each<[string, string, (path: string) => void]>([
    [
      'is of another version',
      'is of another version of the library',
      (path) => {
        const bytes = readFileSync(path);
        bytes.writeUInt32LE(3, 0x1c);
        writeFileSync(path, bytes);
      },
    ],
    [
      'is a folder',
      'is no file',
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('explains why a file %s', async (_how, told, spoil) => {
    const folder = await filled(1);
    const path = join(folder, 'store.lmdb');
    spoil(path);
    expect(() => openLmdbStore(folder)).toThrow(`${path} ${told}`);
  });

  it.each([0, 1, 300])('reads a file of %s keys', async (count) => {
    const folder = await filled(count);
    const store = openLmdbStore(folder);
    undo.push(store.close);
    expect(await store.listKeys()).toHaveLength(count);
    // Also while another process has it open.
    const other = openLmdbStore(folder);
    undo.push(other.close);
    expect(await other.listKeys()).toHaveLength(count);
  });
});
