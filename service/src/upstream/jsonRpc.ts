import { type Dispatcher, Pool } from 'undici';
import { fail } from '../errors';
import type { Room } from '../room';
import type { Call, Id } from '../rpc/readCalls';

export type Endpoint = {
  /** Scheme, host and port: what may be logged. */
  name: string;
  /**
   * @returns the reply's text, a JSON-RPC reply with the call's id
   * @throws `busy` where the node asks for patience, and what the room throws
   */
  call: (call: Call, timeoutMs: number, room: Room) => Promise<string>;
  close: () => Promise<void>;
};

const readText = async (body: Dispatcher.ResponseData['body'], room: Room): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    room.take(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** Ids that every node takes; others, and none, are asked under an id of our own. */
const isPlain = (id: Id | undefined): id is string | number =>
  typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id) && id >= 0);

const isReplyTo = (id: unknown, reply: unknown): boolean => {
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) return false;
  const { id: replied, result, error } = reply as Record<string, unknown>;
  // A request that a node cannot read is answered with the id null.
  const isOurs = replied === id || (replied === null && error !== undefined);
  return isOurs && (result === undefined) !== (error === undefined || error === null);
};

/** One Ethereum node over HTTP. Redirects are not followed: the URL may hold a key. */
export const httpEndpoint = (url: string): Endpoint => {
  const { origin, pathname, search, username, password } = new URL(url);
  const pool = new Pool(origin, {
    connections: 64,
    keepAliveTimeout: 30_000,
    connect: { timeout: 5_000 },
  });
  const authorization =
    username === ''
      ? {}
      : {
          authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
        };
  return {
    name: origin,
    call: async (call, timeoutMs, room) => {
      const id = isPlain(call.id) ? call.id : 1;
      const { method, params } = call;
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: `${pathname}${search}`,
        headers: { 'content-type': 'application/json', ...authorization },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await readText(body, room);
      let reply: unknown;
      try {
        reply = JSON.parse(text);
      } catch {
        reply = undefined;
      }
      // Some nodes send errors of the call with 4xx: what counts is whether it is a reply.
      if (statusCode === 429) return fail('busy', 'An upstream node asks for patience.');
      if (!isReplyTo(id, reply) || statusCode >= 500) {
        return fail('upstream', 'An upstream node gave no JSON-RPC reply.');
      }
      // The text is passed on as it came, so that no digit of it changes.
      const keeps = call.id === undefined || call.id === id;
      return keeps ? text : JSON.stringify({ ...(reply as object), id: call.id });
    },
    close: () => pool.destroy(),
  };
};
