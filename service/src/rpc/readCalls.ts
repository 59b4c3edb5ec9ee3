import { fail } from '../errors';

export type Id = string | number | null;
/** Without an id: a notification, which gets no reply. */
export type Call = { id?: Id; method: string; params?: readonly unknown[] | object };

/** An element of a batch that is no call is null here, and answered with an error of its own. */
export type Calls = { single: Call } | { batch: readonly (Call | null)[] };

const notOne = 'This is no JSON-RPC 2.0 request.';
const callsAtMost = 1_000;
const methodAtMost = 100;
/** Brackets within brackets: a batch of calls whose params hold objects of lists has six. */
const deepest = 32;

/** Most requests open fewer than that at all, within texts or without. */
const hasMany = (text: string): boolean => {
  let opened = 0;
  for (let at = 0; at < text.length && opened <= deepest; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) opened += 1;
  }
  return opened > deepest;
};

/** Deeper text breaks those who read it with a function that calls itself, the node among them. */
const isTooDeep = (text: string): boolean => {
  if (!hasMany(text)) return false;
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
};

/** A larger number comes out of the text as another one: its reply would be nobody's. */
const isRounded = (id: unknown): boolean =>
  typeof id === 'number' && Math.abs(id) > Number.MAX_SAFE_INTEGER;

const readCall = (value: unknown): Call | null => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { jsonrpc, id, method, params: given } = value as Record<string, unknown>;
  // Libraries write so what a method without params has, and nodes take it.
  const params = given ?? undefined;
  const isId = id === undefined || id === null || typeof id === 'string' || typeof id === 'number';
  if (jsonrpc !== '2.0' || !isId || isRounded(id) || typeof method !== 'string') return null;
  if (method === '' || method.length > methodAtMost) return null;
  if (params !== undefined && typeof params !== 'object') return null;
  const call: Call = { method };
  if (id !== undefined) call.id = id;
  if (params !== undefined) call.params = params;
  return call;
};

/** @throws `unparsable`, `malformed` */
export const readCalls = (text: string): Calls => {
  if (isTooDeep(text)) fail('malformed', `The request is nested deeper than ${deepest} levels.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    fail('unparsable');
  }
  if (!Array.isArray(value)) {
    const call = readCall(value);
    if (call !== null) return { single: call };
    const { id } = (value ?? {}) as { id?: unknown };
    const why = isRounded(id) ? 'An id is a text, or a number up to 2^53 - 1.' : notOne;
    return fail('malformed', why);
  }
  if (value.length === 0) fail('malformed', 'A batch holds at least one call.');
  if (value.length > callsAtMost) fail('malformed', `A batch holds at most ${callsAtMost} calls.`);
  return { batch: value.map(readCall) };
};
