import { afterEach, expect, it } from '@jest/globals';
import type { Transaction } from 'lmdb';
import { type CleanUp, cleanUp, temporaryFolder } from '../testService';
import { openDatabase } from './database';

const undo: CleanUp = [];
afterEach(() => cleanUp(undo));

it('is read by as many at once as there may be workers, and by commands beside them', async () => {
  const root = openDatabase(await temporaryFolder(undo), 'store.lmdb');
  undo.push(() => root.close());
  const reading: Transaction[] = [];
  // Each takes a reader slot in the file, like a reader in another process.
  for (let reader = 0; reader < 300; reader += 1) {
    await root.put('written', reader);
    expect(root.get('written')).toBe(reader);
    reading.push(root.useReadTransaction());
    root.resetReadTxn();
  }
  for (const transaction of reading) transaction.done();
}, 30_000);
