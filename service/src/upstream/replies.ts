import { readPause } from '@xnet/clients/transport/failure';
import { parseJson } from '@xnet/clients/transport/json';
import { fail } from '../errors';
import { createMemoryBudget } from '../memoryBudget';
import { isDeeperThan, scanJson } from '../nesting';
import type { Call, Id } from './call';
import { classifyFault, type RpcFault } from './faults';
import { checkIdentity, getBlockNumber } from './identity';
import { type Endpoint, NodeFault } from './jsonRpc';
import type { Redact } from './redactNode';
import { isNothing, orderProof, shapeResult } from './shape';

/** Facts about an answer, beside its text. */
type About = {
  number: bigint | undefined;
  isNull: boolean;
  /** The node has said with an error that it lacks what the question is about. */
  isLacking?: boolean;
};

type Fields = Record<string, unknown>;
type Reply = { result?: unknown; error?: Record<string, unknown> };

/** A trace has two for each call inside another one, of which there are 1,024 at most. */
const deepest = 4_096;

/**
 * An object, and the texts of its members; undefined where parsers could differ: in which of two
 * members with one name they take, or in how deep they read.
 */
const readObject = (text: string): { fields: Fields; texts: Map<unknown, string> } | undefined => {
  const { names, values, depth } = scanJson(text);
  const texts = new Map(names.map((name, index) => [parseJson(name), values[index] ?? '']));
  if (depth > deepest || texts.size < names.length) return undefined;
  const fields = parseJson(text);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return undefined;
  return { fields: fields as Fields, texts };
};

/**
 * Reads an event of a subscription, and writes it anew with what belongs to it alone: by an id of the
 * node's choice, a caller would take it for the reply to a call. No digit of the result changes.
 *
 * @returns undefined where it is none
 */
export const readEvent = (text: string): { subscription: string; text: string } | undefined => {
  const event = readObject(text);
  const params = readObject(event?.texts.get('params') ?? '');
  const { subscription } = params?.fields ?? {};
  const result = params?.texts.get('result');
  const isEvent = event?.fields.method === 'eth_subscription' && result !== undefined;
  if (!isEvent || typeof subscription !== 'string') return undefined;
  const id = JSON.stringify(subscription);
  const newParams = `{"subscription":${id},"result":${result}}`;
  return {
    subscription,
    text: `{"jsonrpc":"2.0","method":"eth_subscription","params":${newParams}}`,
  };
};

/** Parses the response with that id. @throws `upstream` */
const parseReply = (id: Id, text: string): Reply => {
  const reply = readObject(text)?.fields;
  if (reply !== undefined) {
    const { id: replied, result, error, ...otherMembers } = reply;
    const isError = typeof error === 'object' && error !== null;
    // A node answers a request that it cannot parse with the id null.
    const isOurs = replied === id || (replied === null && isError);
    // JSON-RPC 1.0 sends both, one of them null.
    if (isOurs && isError && result === null) return { ...otherMembers, error: error as Fields };
    if (isOurs && (result === undefined) === isError) return reply as Reply;
  }
  return fail('upstream', 'An upstream node gave no JSON-RPC reply.');
};

/**
 * Asks a node a question of the service's own.
 *
 * @throws as `parseReply`, a `NodeFault` for an error, and what the endpoint throws
 */
export const askEndpoint = async (
  { probe }: Pick<Endpoint, 'probe'>,
  question: { method: string; params?: readonly unknown[]; timeoutMs: number; bytesAtMost: number },
): Promise<unknown> => {
  const { method, params = [], timeoutMs, bytesAtMost } = question;
  const budget = createMemoryBudget(bytesAtMost);
  const call = { id: 1, method, params };
  const { id, text } = await probe(call, timeoutMs, budget);
  const { result, error } = parseReply(id, text);
  if (error === undefined) return result;
  throw new NodeFault(classifyFault(call, error), 200, readPause(null, { error }, Date.now()));
};

const headOf = (id: Id): string => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;

/** `text` is the whole response, under the caller's id. */
export type Read = About & { text: string; error: RpcFault | undefined };

/** The part behind the head, if it is the result alone: this excludes a second id. */
const resultAfter = (head: string, text: string): { reply: Reply; tail: string } | undefined => {
  const tail = text.slice(head.length).trimEnd();
  if (!text.startsWith(head) || !tail.endsWith('}') || isDeeperThan(tail, deepest))
    return undefined;
  const result = parseJson(tail.slice(0, -1));
  if (result === undefined) return undefined;
  return { reply: { result }, tail };
};

const nothing: About = { number: undefined, isNull: true };

/**
 * Reads a node's response: checked to be the answer to this call, in the specified form, with the
 * caller's id. Text that needs no change is passed on unchanged, so that no digit changes; errors
 * lose the node's address.
 *
 * @param id the id that was sent to the node
 * @throws `upstream`; `nonsense`, naming what is wrong
 */
export const readReply = (
  call: Call,
  id: Id,
  text: string,
  chainId: bigint,
  redact: Redact,
): Read => {
  const { id: callerId = id, method } = call;
  const plainResult = resultAfter(headOf(id), text);
  const reply = plainResult?.reply ?? parseReply(id, text);
  const { error } = reply;
  const readAs = (about: About, whole: string): Read => ({
    ...about,
    text: whole,
    error: undefined,
  });
  if (error && isNothing(call, error))
    return readAs({ ...nothing, isLacking: true }, `${headOf(callerId)}null}`);
  if (error) return { ...nothing, error, text: JSON.stringify({ ...redact(reply), id: callerId }) };
  const shapedResult = shapeResult(call, reply.result, chainId);
  const result = orderProof(call, shapedResult);
  checkIdentity(call, result === shapedResult ? reply.result : result);
  const about = { number: getBlockNumber(method, reply.result), isNull: result === null };
  if (result !== reply.result)
    return readAs(about, `${headOf(callerId)}${JSON.stringify(result)}}`);
  if (plainResult !== undefined) return readAs(about, headOf(callerId) + plainResult.tail);
  return readAs(about, callerId === id ? text : JSON.stringify({ ...reply, id: callerId }));
};

/** The same response under another id than the plain one under which it was read. */
export const underId = (text: string, from: Id, to: Id): string => {
  if (from === to) return text;
  const head = headOf(from);
  if (text.startsWith(head)) return headOf(to) + text.slice(head.length);
  return JSON.stringify({ ...(JSON.parse(text) as object), id: to });
};
