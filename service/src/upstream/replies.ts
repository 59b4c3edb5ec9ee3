import { fail } from '../errors';
import type { Call, Id } from '../rpc/readCalls';
import { asksPending, isNothing, isShaped, shapeResult } from './shape';

/** Characters of results that were shaped before, and of one of them. */
const memoryAtMost = 8 * 1024 * 1024;
const textAtMost = 1024 * 1024;
const endLength = 96;

type Known = Map<string, { text: string; becomes: string }>;

/**
 * Results as text, and what they became: many callers ask for the same blocks. A result has the
 * same shape whoever asks, so that a text that was checked once need not be read again. It is found
 * by its ends and then compared: to hash all of it takes ten times as long.
 */
const createMemory = () => {
  let young: Known = new Map();
  let old: Known = new Map();
  let size = 0;
  const nameOf = (question: string, text: string): string =>
    question + text.length + text.slice(0, endLength) + text.slice(-endLength);
  return {
    get: (question: string, text: string): string | undefined => {
      const name = nameOf(question, text);
      const known = young.get(name) ?? old.get(name);
      return known?.text === text ? known.becomes : undefined;
    },
    set: (question: string, text: string, becomes: string): void => {
      if (text.length > textAtMost) return;
      const name = nameOf(question, text);
      const more = name.length + text.length + becomes.length;
      // Half of it goes at once: to look for the oldest each time takes longer than it saves.
      if (size + more > memoryAtMost / 2) {
        old = young;
        young = new Map();
        size = 0;
      }
      size += more;
      young.set(name, { text, becomes });
    },
  };
};

type Reply = { result?: unknown; error?: Record<string, unknown> };

/** The reply with that id that the text holds. @throws `upstream` */
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
    // A request that a node cannot read is answered with the id null.
    const isOurs = replied === id || (replied === null && isError);
    if (isOurs && (result === undefined) === isError) return reply as Reply;
  }
  return fail('upstream', 'An upstream node gave no JSON-RPC reply.');
};

const headOf = (id: Id): string => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;

/**
 * Reads a reply of a node: checked, shaped, and with the id that the caller chose. What needs no
 * change goes out as it came, so that no digit of it changes.
 *
 * @param id under which the node was asked
 * @throws `upstream`; `nonsense`, with what of it is wrong
 */
export type ReadReply = (call: Call, id: Id, text: string, chainId: bigint) => string;

/** For the nodes of one chain. */
export const createReadReply = (): ReadReply => {
  const memory = createMemory();
  return (call, id, text, chainId) => {
    const { id: wanted = id, method } = call;
    const head = headOf(id);
    const tail = isShaped(method) && text.startsWith(head) ? text.slice(head.length) : undefined;
    const question = asksPending(call) ? `pending ${method}` : method;
    const before = tail === undefined ? undefined : memory.get(question, tail);
    if (before !== undefined) return headOf(wanted) + (before === '' ? tail : before);
    const reply = parseReply(id, text);
    if (reply.error && isNothing(call, reply.error)) return `${headOf(wanted)}null}`;
    const result = reply.error ? undefined : shapeResult(call, reply.result, chainId);
    const isAsItCame = result === reply.result;
    if (tail !== undefined) {
      const rest = isAsItCame ? tail : `${JSON.stringify(result)}}`;
      memory.set(question, tail, isAsItCame ? '' : rest);
      return headOf(wanted) + rest;
    }
    if (isAsItCame && wanted === id) return text;
    return JSON.stringify({ ...reply, id: wanted, ...(reply.error ? {} : { result }) });
  };
};
