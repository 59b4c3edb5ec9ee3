import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { makeFolder } from '../folder';
import { checkFile } from './checkFile';

/** Processes that read at once: all workers that there may be, and commands; the library's own is 126. */
const readersAtMost = 512;

/** @throws where the folder cannot be made or written to, or its file is damaged */
export const openDatabase = (folder: string, name: string): RootDatabase => {
  makeFolder(folder);
  checkFile(join(folder, name));
  const path = join(folder, name);
  // The promise by which the library waits for all writes of a turn rejects where nobody hears it.
  return open({ path, maxDbs: 8, maxReaders: readersAtMost, eventTurnBatching: false });
};

/**
 * A write to the disk, which may be full: whoever writes hears of it.
 *
 * @throws where nothing was written
 */
export const written = <T>(write: Promise<T>): Promise<T> =>
  write.catch((cause: Error & { commitError?: Promise<never> }) => {
    // The library tells it a second time, by a promise in its error.
    cause.commitError?.catch(() => undefined);
    throw new Error('The data folder could not be written to.', { cause });
  });

/** The same where nothing is lost that is not written again: it never rejects. */
export const writtenSoon = (write: Promise<unknown>): Promise<unknown> =>
  written(write).catch(() => undefined);
