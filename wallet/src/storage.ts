import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes the text of a file; called when its turn to be written comes, so it writes the newest. */
type Content = () => string | Promise<string>;

export type DurableFile = {
  /** Text of the file as it is on disk; null where there is none. */
  read(): Promise<string | null>;
  /** Queues a write. Writes that come while one is under way are joined into the next. */
  write(content: Content): void;
  /** Queues the file's removal. */
  clear(): void;
  /** Resolves when everything queued so far is on disk, rejects when that failed. */
  flushed(): Promise<void>;
};

/**
 * A file that is replaced whole: a process killed at any moment leaves the old text or the new one,
 * and what `flushed()` has confirmed is never lost.
 */
export function durableFile(path: string): DurableFile {
  let queued: Content | 'remove' | null = null;
  let running: Promise<void> | null = null;

  async function drain(): Promise<void> {
    while (queued !== null) {
      const content = queued;
      queued = null;
      try {
        if (content === 'remove') await remove(path);
        else await replace(path, await content());
      } catch (error) {
        // The next write or flush tries again, unless something newer is waiting already.
        queued ??= content;
        throw error;
      }
    }
  }

  function run(): Promise<void> {
    if (running === null) {
      const drained = drain().finally(() => {
        running = null;
      });
      // Whoever needs to know asks flushed(); a write nobody waits for must not end the process.
      drained.catch(() => {});
      running = drained;
    }
    return running;
  }

  return {
    async read() {
      try {
        return await readFile(path, 'utf8');
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    write(content) {
      queued = content;
      void run();
    },
    clear() {
      queued = 'remove';
      void run();
    },
    async flushed() {
      while (queued !== null || running !== null) await run();
    },
  };
}

async function replace(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`;
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

async function remove(path: string): Promise<void> {
  await rm(path, { force: true });
  await syncFolder(dirname(path));
}

/** A rename or removal is durable only once the folder that holds the name is. */
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

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
