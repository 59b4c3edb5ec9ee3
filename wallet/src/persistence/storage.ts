import { constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createDurableFile, type DurableFile } from './durable';

/** A durable file in a folder. */
export const durableFile = (path: string): DurableFile =>
  createDurableFile({
    async read() {
      try {
        return await readFile(path, 'utf8');
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    replace: (text) => replace(path, text),
    append: (text) => isAppended(path, text),
    remove: () => remove(path),
  });

const temporaryOf = (path: string): string => `${path}.tmp`;

async function replace(path: string, text: string): Promise<void> {
  const temporary = temporaryOf(path);
  await mkdir(dirname(path), { recursive: true });
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

async function isAppended(path: string, text: string): Promise<boolean> {
  try {
    const file = await open(path, constants.O_WRONLY | constants.O_APPEND);
    try {
      await file.writeFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
    return true;
  } catch {
    return false;
  }
}

async function remove(path: string): Promise<void> {
  // A killed wallet may have left a partially written file beside it.
  for (const file of [path, temporaryOf(path)]) await rm(file, { force: true });
  await syncFolder(dirname(path));
}

/** A rename or removal is durable only once its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  let folder: Awaited<ReturnType<typeof open>>;
  try {
    folder = await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Checks the code only: errors of the file system may come from another realm. */
function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
