import { parseJson } from '@xnet/clients/transport/json';
import { fail, ServiceError } from '../../errors';
import { isDeeperThan } from '../../nesting';
import type { Call, Id } from '../../upstream/call';

/** Stands for a malformed call. Its id, or null, lets a WebSocket caller match the error. */
export type NoCall = { id: Id; error: ServiceError };

export type Calls = { single: Call | NoCall } | { batch: readonly (Call | NoCall)[] };

const methodAtMost = 100;
/** Nesting depth: a batch of calls whose params hold objects of lists has six. */
const deepest = 32;

const noCall = (id: Id, message: string): NoCall => ({
  id,
  error: new ServiceError('malformed', { message }),
});

const isId = (id: unknown): id is Id =>
  id === null || typeof id === 'string' || typeof id === 'number';

const readCall = (value: unknown): Call | NoCall => {
  const { jsonrpc, id, method, params: rawParams } = (value ?? {}) as Record<string, unknown>;
  // A larger number loses precision when parsed: the response would match no call.
  if (typeof id === 'number' && Math.abs(id) > Number.MAX_SAFE_INTEGER) {
    return noCall(null, 'An id is a text, or a number up to 2^53 - 1.');
  }
  // Some libraries send null for a method without params, and nodes accept it.
  const params = rawParams ?? undefined;
  const isName = typeof method === 'string' && method !== '' && method.length <= methodAtMost;
  const isIdOrNone = id === undefined || isId(id);
  const areParams = params === undefined || typeof params === 'object';
  if (jsonrpc !== '2.0' || !isIdOrNone || !isName || !areParams) {
    return noCall(isId(id) ? id : null, 'This is no JSON-RPC 2.0 request.');
  }
  const call: Call = { method };
  if (id !== undefined) call.id = id;
  if (params !== undefined) call.params = params;
  return call;
};

/** @throws `unparsable`, `malformed` */
export const readCalls = (text: string): Calls => {
  if (isDeeperThan(text, deepest))
    fail('malformed', `The request is nested deeper than ${deepest} levels.`);
  const value = parseJson(text);
  if (value === undefined) fail('unparsable');
  if (!Array.isArray(value)) return { single: readCall(value) };
  if (value.length === 0) fail('malformed', 'A batch holds at least one call.');
  return { batch: value.map(readCall) };
};
