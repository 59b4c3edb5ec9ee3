/** Answers that do not change any more, by question; the least recently used ones go first. */
export type ReplyCache = {
  get: (question: string) => string | undefined;
  set: (question: string, text: string) => void;
};

/** A larger answer would push out many others. */
const part = 16;
/** A string's own overhead, and its entry's. */
const entryBytes = 256;

export const createReplyCache = (bytesAtMost: number): ReplyCache => {
  const entries = new Map<string, string>();
  let bytes = 0;
  const sizeOf = (question: string, text: string): number =>
    entryBytes + question.length + text.length;
  const drop = (question: string, text: string): void => {
    entries.delete(question);
    bytes -= sizeOf(question, text);
  };
  return {
    get: (question) => {
      const text = entries.get(question);
      if (text === undefined) return undefined;
      entries.delete(question);
      entries.set(question, text);
      return text;
    },
    set: (question, text) => {
      if (sizeOf(question, text) > bytesAtMost / part) return;
      const before = entries.get(question);
      if (before !== undefined) drop(question, before);
      entries.set(question, text);
      bytes += sizeOf(question, text);
      for (const [oldest, its] of entries) {
        if (bytes <= bytesAtMost) return;
        drop(oldest, its);
      }
    },
  };
};
