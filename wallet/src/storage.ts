import { constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes the text of a file; called when its turn to be written comes, so it writes the newest. */
type Content = () => string | Promise<string>;

export type DurableFile = {
  /** Text of the file as it is on disk; null where there is none. */
  read(): Promise<string | null>;
  /** Queues a write. Writes that come while one is under way are joined into the next. */
  write(content: Content): void;
  /**
   * Queues text behind what is there, which takes less than to write it all. `content` has the change,
   * too: it is written instead where the file may end with the half of one, or has grown long.
   */
  append(text: string, content: Content): void;
  /** Queues the file's removal. */
  clear(): void;
  /** Resolves when everything queued so far is on disk, rejects when that failed. */
  flushed(): Promise<void>;
  /** Puts on disk what is queued, and takes nothing more: the file is somebody else's then. */
  close(): Promise<void>;
};

/** So many characters are appended before the file is written whole again, or as many as it has. */
const LEAST_ROOM = 64 * 2 ** 10;

/**
 * A file that is replaced whole, or continued: a process killed at any moment leaves the old text or
 * the new one, or the old one with the beginning of what was to be appended, and what `flushed()` has
 * confirmed is never lost.
 */
export function durableFile(path: string): DurableFile {
  /** `more` is all that is new in the content; absent where that is not known. */
  let queued: { content: Content | 'remove'; more?: string } | null = null;
  /** How much may be appended: nothing before this process has written the file whole. */
  let room = 0;
  let running: Promise<void> | null = null;
  let isClosed = false;

  async function put({ content, more = '' }: NonNullable<typeof queued>): Promise<void> {
    const left = room - more.length;
    room = 0;
    if (more !== '' && left >= 0 && (await isAppended(path, more))) {
      room = left;
      return;
    }
    if (content === 'remove') return remove(path);
    const text = await content();
    await replace(path, text);
    room = Math.max(LEAST_ROOM, text.length);
  }

  async function drain(): Promise<void> {
    while (queued !== null) {
      const next = queued;
      queued = null;
      try {
        await put(next);
      } catch (error) {
        // The next write or flush tries again, unless something newer is waiting already.
        queued ??= next;
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

  function queue(next: NonNullable<typeof queued>): void {
    if (isClosed) return;
    queued = next;
    void run();
  }

  async function flushed(): Promise<void> {
    while (queued !== null || running !== null) await run();
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
      queue({ content });
    },
    append(text, content) {
      // What waits to be written whole has this, too, when its turn comes.
      const before = queued === null ? '' : queued.more;
      queue(before === undefined ? { content } : { content, more: before + text });
    },
    clear() {
      queue({ content: 'remove' });
    },
    flushed,
    async close() {
      isClosed = true;
      await flushed();
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

/** False where it may not be there, or not all of it. */
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

/** By its code alone: what the file system throws may be of another realm's class. */
function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
