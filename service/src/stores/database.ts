import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { checkFile } from './checkFile';
import { makeFolder } from './folder';
import { requireRoom, writeBytes } from './room';

/** The databases of a file, which know the folder that it is in. */
export type DataFile = RootDatabase & { folder: string };

/** @throws if the folder cannot be created or written, or its file is damaged */
export const openDatabase = (folder: string, name: string): DataFile => {
  makeFolder(folder);
  checkFile(join(folder, name));
  const path = join(folder, name);
  if (!existsSync(path)) requireRoom(folder, writeBytes);
  // Event-turn batching creates a promise that nobody handles when a write fails.
  const root = open({ path, maxDbs: 12, eventTurnBatching: false });
  return Object.assign(root, { folder });
};

/** The range of composite keys that begin with this part; by default all that go on with a text. */
export const keyRange = (
  first: string,
  from: string | number = '',
  to: string | number = '\uffff',
) => ({ start: [first, from], end: [first, to] }) as never; // lmdb types the ends of a range as one part

/**
 * Writes to the file, at once, unless the disk has too little room.
 *
 * @throws if nothing was written
 */
export const confirmWrite = async <T>(
  { folder }: DataFile,
  write: () => Promise<T>,
): Promise<T> => {
  requireRoom(folder, writeBytes);
  return write().catch((cause: Error & { commitError?: Promise<never> }) => {
    // The library reports it again through a promise in its error.
    cause.commitError?.catch(() => undefined);
    throw new Error('The data folder could not be written to.', { cause });
  });
};

/** For writes that will be repeated if they fail: never rejects. */
export const writtenSoon = (root: DataFile, write: () => Promise<unknown>): Promise<unknown> =>
  confirmWrite(root, write).catch(() => undefined);
