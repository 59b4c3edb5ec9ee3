/** Produces a file's text; called just before it is written, so it returns the newest. */
type Content = () => string | Promise<string>;

export type DurableFile = {
  /** The file's text on disk; null if there is no file. */
  read(): Promise<string | null>;
  /** Queues a write. Writes queued while one is running are merged into the next. */
  write(content: Content): void;
  /**
   * Queues text to append, which is faster than writing the whole file. `content` must include the
   * change: it is written instead if the file may end with a partial append or has grown long.
   */
  append(text: string, content: Content): void;
  /** Queues the file's removal. */
  clear(): void;
  /** Resolves when everything queued so far is on disk; rejects if that failed. */
  flushed(): Promise<void>;
  /** Writes what is queued, then ignores further writes: the file may get another owner. */
  close(): Promise<void>;
};

/** Opens one of the wallet's files. */
export type OpenFile = (name: string) => DurableFile;

/** Place of a file: in a folder, or in a browser's database. */
export type Disk = {
  /** Null if there is no file. */
  read(): Promise<string | null>;
  /** Afterwards, and at any moment on the way, there is the old text or the new one. */
  replace(text: string): Promise<void>;
  /** False if the text may be missing or incomplete. */
  append(text: string): Promise<boolean>;
  remove(): Promise<void>;
};

/** The file is rewritten once this many characters, or as many as it had, were appended. */
const LEAST_ROOM = 64 * 2 ** 10;

/**
 * A file that is replaced atomically or appended to. A process killed at any moment leaves the old
 * text, the new text, or the old one with a partial append; what `flushed()` has confirmed is never
 * lost.
 */
export function createDurableFile(disk: Disk): DurableFile {
  const put = createWriter(disk);
  let queued: Queued | null = null;
  let running: Promise<void> | null = null;
  let isClosed = false;

  async function drain(): Promise<void> {
    while (queued !== null) {
      const next = queued;
      queued = null;
      try {
        await put(next);
      } catch (error) {
        // The next write or flush retries, unless something newer is queued.
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
      // Failures are reported by flushed(); a write that nobody awaits must not end the process.
      drained.catch(() => {});
      running = drained;
    }
    return running;
  }

  function queue(next: Queued): void {
    if (isClosed) return;
    queued = next;
    void run();
  }

  async function flushed(): Promise<void> {
    while (queued !== null || running !== null) await run();
  }

  return {
    read: () => disk.read(),
    write(content) {
      queue({ content });
    },
    append(text, content) {
      // A queued rewrite includes this change when its turn comes.
      const pendingText = queued === null ? '' : queued.more;
      queue(pendingText === undefined ? { content } : { content, more: pendingText + text });
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

/** `more` is everything new in the content; absent if unknown. */
type Queued = { content: Content | 'remove'; more?: string };

/** Appends where it may, else writes the whole file. */
function createWriter(disk: Disk): (queued: Queued) => Promise<void> {
  /** How much may be appended; 0 until this process has written the whole file. */
  let room = 0;

  return async ({ content, more: appended = '' }) => {
    const remaining = room - appended.length;
    room = 0;
    if (appended !== '' && remaining >= 0 && (await disk.append(appended))) {
      room = remaining;
      return;
    }
    if (content === 'remove') return disk.remove();
    const text = await content();
    await disk.replace(text);
    room = Math.max(LEAST_ROOM, text.length);
  };
}
