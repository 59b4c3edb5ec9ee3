import { fail, type ModuleError } from '../errors';
import type { CreditMeter } from './creditMeter';
import type { Endpoint } from './endpoint';
import { readPause, transportError, untilMidnightUtc } from './failure';
import type { Http, Post } from './http';
import { createJsonRpc, isRateLimit } from './jsonRpc';
import { redactText } from './redact';
import type { RpcError, RpcReply, RpcRequest } from './rpcMessage';
import { isDailyQuota } from './statusError';

/** True if a node did not read a request that another one may. */
const isUnread = (reply: RpcReply | undefined): boolean =>
  reply !== undefined && 'error' in reply && reply.error.code === -32602;

/** How requests reach a JSON-RPC node: over HTTP or over a WebSocket. */
export type RpcTransport = {
  /**
   * Replies in the order of the requests. Every request is a read, so failures are retried.
   * @throws nodeUnavailable, nodeFault, limitExceeded
   */
  ask(requests: readonly RpcRequest[]): Promise<RpcReply[]>;
  /** Closes open connections and rejects pending requests. */
  close(): void;
};

export const READ = { deadlineMs: 30_000, attemptMs: 10_000 };

/**
 * JSON-RPC over HTTP POST, with failover between the endpoints in order.
 * @example httpRpc({ http: createHttp({ fetch }), endpoints: [{ url }] });
 */
export function httpRpc(options: {
  readonly http: Http;
  readonly endpoints: readonly Endpoint[];
  readonly meter?: CreditMeter;
  readonly now?: () => number;
}): RpcTransport {
  const { http, endpoints, meter, now = Date.now } = options;
  const rpc = createJsonRpc({ meter });
  return {
    async ask(requests) {
      const replies: RpcReply[] = [];
      // One node may refuse a form that another takes, such as a block hash for receipts.
      let open = requests.map((request, index) => ({ request, index }));
      const askOpen = async (endpoint: Endpoint, post: Post) => {
        const openCalls = open;
        const answers = await rpc.ask(
          endpoint,
          post,
          openCalls.map(({ request }) => request),
        );
        for (const [position, reply] of redactReplies(endpoint, answers, now()).entries())
          replies[openCalls[position]?.index ?? position] = reply;
        open = openCalls.filter(({ index }) => isUnread(replies[index]));
        if (open.length > 0) fail('nodeFault', 'It could not read a request.');
      };
      await http.failover(endpoints, READ, askOpen).catch((error: unknown) => {
        // Refused by all: each request has the answer of the last node that read it.
        if (!open.every(({ index }) => replies[index])) throw error;
      });
      return replies;
    },
    close: () => undefined,
  };
}

/**
 * Redacts the endpoint's secrets from the replies. A limit that arrives as a reply counts like one
 * that arrives as a status.
 * @throws limitExceeded
 */
export const redactReplies = (
  endpoint: Endpoint,
  replies: readonly RpcReply[],
  now: number,
): RpcReply[] =>
  replies.map((reply) => {
    if (!('error' in reply)) return reply;
    const { error } = reply;
    if (isRateLimit(error)) throw limitOf(error, now);
    return { error: { code: error.code, message: redactText(error.message, endpoint) } };
  });

function limitOf(error: RpcError, now: number): ModuleError {
  if (isDailyQuota(error))
    return transportError(
      { fault: 'quota', pauseMs: untilMidnightUtc(now) },
      'Its daily allowance is used up.',
    );
  const failure = { fault: 'rate', pauseMs: readPause(null, { error }, now) } as const;
  return transportError(failure, 'It takes no more requests for now.');
}
