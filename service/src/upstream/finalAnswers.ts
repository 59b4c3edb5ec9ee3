import { blockHash } from '@xnet/clients/proofs/blockHash';
import { LRUCache } from 'lru-cache';
import type { Node } from './node';

/** An answer, and the connections of the node over which it came. */
type Kept = { text: string; node: Node; era: number; isProved: boolean };

/** A larger answer would push out many others. */
const part = 16;
/** A string's own overhead, and its entry's. */
const entryBytes = 256;

/** True for a block whose header has the hash that its node says. */
const provesItself = (text: string): boolean => {
  const { result } = JSON.parse(text) as { result: { hash?: unknown } };
  const { hash } = result;
  return (
    typeof hash === 'string' && blockHash(result as never)?.toLowerCase() === hash.toLowerCase()
  );
};

/**
 * Blocks that do not change any more, by question; the least recently used ones go first. What a
 * node has said is read only where that node would be asked, and until it leaves: nobody is told
 * here what the node itself would not tell. The proof waits until an answer is read: it takes longer
 * than all else of a call, and most answers are read once.
 */
export const createFinalAnswers = (bytesAtMost: number) => {
  const cache = new LRUCache<string, Kept>({
    // The library takes 0 for no limit; nothing is as small as this.
    maxSize: Math.max(1, bytesAtMost),
    maxEntrySize: Math.max(1, Math.floor(bytesAtMost / part)),
    sizeCalculation: ({ text }, question) => entryBytes + question.length + text.length,
  });
  return {
    find: (question: string, node: Node): string | undefined => {
      const entry = cache.get(question);
      if (entry?.node !== node || entry.era !== node.era) return undefined;
      entry.isProved ||= provesItself(entry.text);
      if (entry.isProved) return entry.text;
      cache.delete(question);
      return undefined;
    },
    keep: (question: string, text: string, node: Node): void => {
      cache.set(question, { text, node, era: node.era, isProved: false });
    },
  };
};
