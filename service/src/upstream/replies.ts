import { fail } from '../errors';
import type { Call, Id } from './call';
import type { Redact } from './redactNode';
import { asksPending, isNothing, isShaped, shapeResult } from './shape';

/** Limits in characters: of the cache, and of one result in it. */
const memoryAtMost = 8 * 1024 * 1024;
const textAtMost = 1024 * 1024;
const endLength = 96;
/** Fingerprints of recent results that are not cached yet. */
const marksAtMost = 4096;

type Known = Map<number, { question: string; text: string; becomes: string }>;

/** A fingerprint of a text's length and ends; hashing all of it takes ten times as long. */
const markOf = (text: string): number => {
  const ends = Math.min(endLength, text.length);
  let mark = text.length;
  for (let at = 0; at < ends; at += 1) {
    mark = Math.imul(mark ^ text.charCodeAt(at), 0x01000193);
    mark = Math.imul(mark ^ text.charCodeAt(text.length - 1 - at), 0x01000193);
  }
  return mark >>> 0;
};

/**
 * Caches results as text with their checked form, since many callers request the same blocks. A
 * result has the same form for every caller, so a checked text need not be parsed again. It is
 * found by its fingerprint, then compared. A result seen once is not cached: that takes as long as
 * checking it.
 */
const createMemory = () => {
  let young: Known = new Map();
  let old: Known = new Map();
  let size = 0;
  const came = new Uint32Array(marksAtMost);
  return {
    get: (question: string, text: string): string | undefined => {
      const mark = markOf(text);
      const known = young.get(mark) ?? old.get(mark);
      return known?.text === text && known.question === question ? known.becomes : undefined;
    },
    set: (question: string, text: string, becomes: string): void => {
      if (text.length > textAtMost) return;
      const mark = markOf(text);
      const place = mark % marksAtMost;
      if (came[place] !== mark) {
        came[place] = mark;
        return;
      }
      const more = text.length + becomes.length;
      // Drops half at once: finding the oldest entry each time would cost more than it saves.
      if (size + more > memoryAtMost / 2) {
        old = young;
        young = new Map();
        size = 0;
      }
      size += more;
      young.set(mark, { question, text, becomes });
    },
  };
};

type Reply = { result?: unknown; error?: Record<string, unknown> };

/** Parses the response with that id. @throws `upstream` */
export const parseReply = (id: Id, text: string): Reply => {
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch {
    reply = undefined;
  }
  if (typeof reply === 'object' && reply !== null && !Array.isArray(reply)) {
    const { id: replied, result, error } = reply as Record<string, unknown>;
    const isError = typeof error === 'object' && error !== null;
    // A node answers a request that it cannot parse with the id null.
    const isOurs = replied === id || (replied === null && isError);
    // Some nodes send `result: null` beside an error.
    if (isOurs && (isError ? (result ?? null) === null : result !== undefined))
      return reply as Reply;
  }
  return fail('upstream', 'An upstream node gave no JSON-RPC reply.');
};

/** The result, if nothing else follows the head: this excludes a second id. */
const resultAlone = (tail: string): Reply | undefined => {
  const rest = tail.trimEnd();
  if (!rest.endsWith('}')) return undefined;
  try {
    return { result: JSON.parse(rest.slice(0, -1)) };
  } catch {
    return undefined;
  }
};

const headOf = (id: Id): string => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;

/**
 * Reads a node's response: checked, in the specified form, with the caller's id. Text that needs no
 * change is passed on unchanged, so that no digit changes; errors lose the node's address.
 *
 * @param id the id that was sent to the node
 * @throws `upstream`; `nonsense`, naming what is wrong
 */
export type ReadReply = (
  call: Call,
  id: Id,
  text: string,
  chainId: bigint,
  redact: Redact,
) => string;

/** For nodes of one chain. */
export const createReadReply = (): ReadReply => {
  const memory = createMemory();
  return (call, id, text, chainId, redact) => {
    const { id: wanted = id, method } = call;
    const head = headOf(id);
    const tail = isShaped(method) && text.startsWith(head) ? text.slice(head.length) : undefined;
    const question = asksPending(call) ? `pending ${method}` : method;
    const before = tail === undefined ? undefined : memory.get(question, tail);
    if (before !== undefined) return headOf(wanted) + (before === '' ? tail : before);
    const alone = tail === undefined ? undefined : resultAlone(tail);
    const reply = alone ?? parseReply(id, text);
    if (reply.error && isNothing(call, reply.error)) return `${headOf(wanted)}null}`;
    if (reply.error) return JSON.stringify({ ...redact(reply), id: wanted });
    const result = shapeResult(call, reply.result, chainId);
    const isAsItCame = result === reply.result;
    if (tail !== undefined && alone !== undefined) {
      const rest = isAsItCame ? tail : `${JSON.stringify(result)}}`;
      memory.set(question, tail, isAsItCame ? '' : rest);
      return headOf(wanted) + rest;
    }
    if (isAsItCame && wanted === id) return text;
    return JSON.stringify({ ...reply, id: wanted, result });
  };
};
