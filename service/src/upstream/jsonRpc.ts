import { type Dispatcher, Pool } from 'undici';
import { fail } from '../errors';
import type { Room } from '../room';
import type { Call, Id } from '../rpc/readCalls';

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

type Answer = { status: number; text: string };
type Request = Omit<Dispatcher.DispatchOptions, 'origin'>;

const lateError = (): Error =>
  Object.assign(new Error('The node did not answer in time.'), { name: 'TimeoutError' });

/**
 * One request and its reply's text, by the callbacks of the client: streams and signals for each
 * call would take more time than all else of it.
 */
const exchange = (pool: Pool, request: Request, timeoutMs: number, room: Room): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let running: Dispatcher.DispatchController | undefined;
    let failure: Error | undefined;
    const give = (error: Error): void => {
      clearTimeout(timer);
      failure = error;
      running?.abort(error);
      reject(error);
    };
    const timer = setTimeout(() => give(lateError()), timeoutMs);
    pool.dispatch(request as Dispatcher.DispatchOptions, {
      onRequestStart: (controller) => {
        running = controller;
        if (failure !== undefined) controller.abort(failure);
      },
      onResponseStart: (_controller, statusCode) => {
        status = statusCode;
      },
      onResponseData: (_controller, chunk) => {
        try {
          room.take(chunk.length);
          chunks.push(chunk);
        } catch (error) {
          give(error as Error);
        }
      },
      onResponseEnd: () => {
        clearTimeout(timer);
        const [first] = chunks;
        const bytes = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
        resolve({ status, text: bytes.toString('utf8') });
      },
      onResponseError: (_controller, error) => give(error),
    });
  });

/** One Ethereum node over HTTP. Redirects are not followed: the URL may hold a key. */
export const httpEndpoint = (url: string): Endpoint => {
  const { origin, pathname, search, username, password } = new URL(url);
  const pool = new Pool(origin, {
    connections: 64,
    keepAliveTimeout: 30_000,
    // Each call has a time of its own, from its beginning to the last byte of its reply.
    ...{ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 5_000 } },
  });
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers = {
    'content-type': 'application/json',
    ...(username === '' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
  };
  const request = { method: 'POST', path: `${pathname}${search}`, headers } as const;
  return {
    name: origin,
    call: async (call, timeoutMs, room) => {
      const id = isPlain(call.id) ? call.id : 1;
      const { method, params } = call;
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      const { status, text } = await exchange(pool, { ...request, body }, timeoutMs, room);
      // Some nodes send errors of the call with 4xx: what counts is whether it is a reply.
      if (status === 429) return fail('busy', 'An upstream node asks for patience.');
      if (status >= 500) return fail('upstream', 'An upstream node gave no JSON-RPC reply.');
      return { id, text };
    },
    close: () => pool.destroy(),
  };
};
