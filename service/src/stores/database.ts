import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { checkFile } from './checkFile';
import { makeFolder } from './folder';

/** @throws if the folder cannot be created or written, or its file is damaged */
export const openDatabase = (folder: string, name: string): RootDatabase => {
  makeFolder(folder);
  checkFile(join(folder, name));
  const path = join(folder, name);
  // Event-turn batching creates a promise that nobody handles when a write fails.
  return open({ path, maxDbs: 12, eventTurnBatching: false });
};

/** The range of composite keys that begin with this part; by default all that go on with a text. */
export const keyRange = (
  first: string,
  from: string | number = '',
  to: string | number = '\uffff',
) => ({ start: [first, from], end: [first, to] }) as never; // lmdb types the ends of a range as one part

/**
 * Reports a failed write, such as on a full disk, to the writer.
 *
 * @throws if nothing was written
 */
export const confirmWrite = <T>(write: Promise<T>): Promise<T> =>
  write.catch((cause: Error & { commitError?: Promise<never> }) => {
    // The library reports it again through a promise in its error.
    cause.commitError?.catch(() => undefined);
    throw new Error('The data folder could not be written to.', { cause });
  });

/** For writes that will be repeated if they fail: never rejects. */
export const writtenSoon = (write: Promise<unknown>): Promise<unknown> =>
  confirmWrite(write).catch(() => undefined);
