import { createDurableFile, type DurableFile } from '../persistence/durable';

const store = 'files';

/** Opens the wallet's files in the extension's database. */
export async function openDatabase(): Promise<(name: string) => DurableFile> {
  const opening = indexedDB.open('wallet', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(store);
  const database = await settle(opening);

  /** Resolves when the change is on disk. */
  function change(run: (files: IDBObjectStore) => unknown): Promise<void> {
    const transaction = database.transaction(store, 'readwrite', { durability: 'strict' });
    run(transaction.objectStore(store));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  }

  return (name) =>
    createDurableFile({
      read: async () =>
        (await settle(database.transaction(store).objectStore(store).get(name))) ?? null,
      replace: (text) => change((files) => files.put(text, name)),
      // A database replaces values as a whole.
      append: async () => false,
      remove: () => change((files) => files.delete(name)),
    });
}

const settle = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
