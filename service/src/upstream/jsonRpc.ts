import { fail } from '../errors';
import type { Room } from '../room';
import type { Call, Id } from '../rpc/readCalls';
import { createHttpConnections } from './httpConnections';

export type Endpoint = {
  /** Scheme, host and port: what may be logged. */
  name: string;
  /**
   * @returns what the node sent, and the id under which it was asked
   * @throws `busy` where the node asks for patience, and what the room throws
   */
  call: (call: Call, timeoutMs: number, room: Room) => Promise<{ id: Id; text: string }>;
  close: () => Promise<void>;
};

/** Ids that every node takes; others, and none, are asked under an id of our own. */
const isPlain = (id: Id | undefined): id is string | number =>
  typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id) && id >= 0);

/** One Ethereum node over HTTP. */
export const httpEndpoint = (url: string): Endpoint => {
  const to = new URL(url);
  const { origin, username, password } = to;
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const connections = createHttpConnections(to, {
    'content-type': 'application/json',
    ...(username === '' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
  });
  return {
    name: origin,
    call: async ({ id: wanted, method, params }, timeoutMs, room) => {
      const id = isPlain(wanted) ? wanted : 1;
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      const { status, text } = await connections.post(body, timeoutMs, room);
      // Some nodes send errors of the call with 4xx: what counts is whether it is a reply.
      if (status === 429) return fail('busy', 'An upstream node asks for patience.');
      if (status >= 500) return fail('upstream', 'An upstream node gave no JSON-RPC reply.');
      return { id, text };
    },
    close: connections.close,
  };
};
