import { LRUCache } from 'lru-cache';

/** A larger answer would push out many others. */
const part = 16;
/** A string's own overhead, and its entry's. */
const entryBytes = 256;

/** Answers that do not change any more, by question; the least recently used ones go first. */
export const createReplyCache = (bytesAtMost: number): LRUCache<string, string> =>
  new LRUCache({
    // The library takes 0 for no limit; nothing is as small as this.
    maxSize: Math.max(1, bytesAtMost),
    maxEntrySize: Math.max(1, Math.floor(bytesAtMost / part)),
    sizeCalculation: (text, question) => entryBytes + question.length + text.length,
  });
