import { parseJson } from '@xnet/clients/transport/json';
import { fail } from '../errors';
import { createMemoryBudget } from '../memoryBudget';
import type { Call, Id } from './call';
import type { RpcFault } from './faults';
import { checkIdentity, getBlockNumber } from './identity';
import type { Endpoint } from './jsonRpc';
import type { Redact } from './redactNode';
import { isNothing, isShaped, shapeResult } from './shape';

/** Limits in characters: of the cache, and of one result in it. */
const memoryAtMost = 8 * 1024 * 1024;
const textAtMost = 1024 * 1024;
const endLength = 96;
/** Fingerprints of recent results that are not cached yet. */
const marksAtMost = 4096;

/** What is known of an answer, beside its text. */
type About = { number: bigint | undefined; isNull: boolean };
type Entry = { question: string; text: string; becomes: string; about: About };
type Known = Map<number, Entry>;

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
    get: (question: string, text: string): Entry | undefined => {
      const mark = markOf(text);
      const known = young.get(mark) ?? old.get(mark);
      return known?.text === text && known.question === question ? known : undefined;
    },
    set: (entry: Entry): void => {
      const { text, becomes } = entry;
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
      young.set(mark, entry);
    },
  };
};

type Fields = Record<string, unknown>;
type Reply = { result?: unknown; error?: Record<string, unknown> };

/** Parses the response with that id. @throws `upstream` */
const parseReply = (id: Id, text: string): Reply => {
  const reply = parseJson(text);
  if (typeof reply === 'object' && reply !== null && !Array.isArray(reply)) {
    const { id: replied, result, error, ...rest } = reply as Fields;
    const isError = typeof error === 'object' && error !== null;
    // A node answers a request that it cannot parse with the id null.
    const isOurs = replied === id || (replied === null && isError);
    // JSON-RPC 1.0 sends both, one of them null.
    if (isOurs && isError && result === null) return { ...rest, error: error as Fields };
    if (isOurs && (result === undefined) === isError) return reply as Reply;
  }
  return fail('upstream', 'An upstream node gave no JSON-RPC reply.');
};

/** Asks a node a question of the service's own. @throws as `parseReply`, and what the endpoint throws */
export const askEndpoint = async (
  { probe }: Pick<Endpoint, 'probe'>,
  asked: { method: string; params?: readonly unknown[]; timeoutMs: number; bytesAtMost: number },
): Promise<unknown> => {
  const { method, params = [], timeoutMs, bytesAtMost } = asked;
  const budget = createMemoryBudget(bytesAtMost);
  const { id, text } = await probe({ id: 1, method, params }, timeoutMs, budget);
  return parseReply(id, text).result;
};

/** The result, if nothing else follows the head: this excludes a second id. */
const resultAlone = (tail: string): Reply | undefined => {
  const rest = tail.trimEnd();
  if (!rest.endsWith('}')) return undefined;
  const result = parseJson(rest.slice(0, -1));
  return result === undefined ? undefined : { result };
};

const headOf = (id: Id): string => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;

/** `text` is the whole response, under the caller's id. */
export type Read = About & { text: string; error: RpcFault | undefined };

/**
 * Reads a node's response: checked to be the answer to this call, in the specified form, with the
 * caller's id. Text that needs no change is passed on unchanged, so that no digit changes; errors
 * lose the node's address.
 *
 * @param id the id that was sent to the node
 * @throws `upstream`; `nonsense`, naming what is wrong
 */
export type ReadReply = (call: Call, id: Id, text: string, chainId: bigint, redact: Redact) => Read;

const nothing: About = { number: undefined, isNull: true };

/** For nodes of one chain. */
export const createReadReply = (): ReadReply => {
  const memory = createMemory();
  return (call, id, text, chainId, redact) => {
    const { id: wanted = id, method } = call;
    const head = headOf(id);
    const tail = isShaped(method) && text.startsWith(head) ? text.slice(head.length) : undefined;
    const question = tail === undefined ? '' : JSON.stringify([method, call.params]);
    const before = tail === undefined ? undefined : memory.get(question, tail);
    const told = (of: About, whole: string): Read => ({ ...of, text: whole, error: undefined });
    if (before !== undefined) {
      return told(before.about, headOf(wanted) + (before.becomes === '' ? tail : before.becomes));
    }
    const alone = tail === undefined ? undefined : resultAlone(tail);
    const reply = alone ?? parseReply(id, text);
    const { error } = reply;
    if (error && isNothing(call, error)) return told(nothing, `${headOf(wanted)}null}`);
    if (error) return { ...nothing, error, text: JSON.stringify({ ...redact(reply), id: wanted }) };
    const result = shapeResult(call, reply.result, chainId);
    checkIdentity(call, reply.result);
    const about = { number: getBlockNumber(method, reply.result), isNull: result === null };
    const isAsItCame = result === reply.result;
    if (tail !== undefined && alone !== undefined) {
      const rest = isAsItCame ? tail : `${JSON.stringify(result)}}`;
      memory.set({ question, text: tail, becomes: isAsItCame ? '' : rest, about });
      return told(about, headOf(wanted) + rest);
    }
    if (isAsItCame && wanted === id) return told(about, text);
    return told(about, JSON.stringify({ ...reply, id: wanted, result }));
  };
};

/** The same response under another id than the plain one under which it was read. */
export const underId = (text: string, from: Id, to: Id): string => {
  if (from === to) return text;
  const head = headOf(from);
  if (text.startsWith(head)) return headOf(to) + text.slice(head.length);
  return JSON.stringify({ ...(JSON.parse(text) as object), id: to });
};
