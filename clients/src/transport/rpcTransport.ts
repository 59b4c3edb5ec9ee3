import type { CreditMeter } from './creditMeter';
import type { Endpoint } from './endpoint';
import { readPause, transportError, untilMidnightUtc } from './failure';
import type { Http } from './http';
import { createJsonRpc, isRateLimit } from './jsonRpc';
import type { RpcReply, RpcRequest } from './rpcMessage';
import { isDailyQuota } from './statusError';

/** How requests reach a JSON-RPC node: over HTTP or over a WebSocket. */
export type RpcTransport = {
  /**
   * Replies in the order of the requests. Every request is a read: it is asked again after a failure.
   * @throws nodeUnavailable, nodeFault, limitExceeded
   */
  ask(requests: readonly RpcRequest[]): Promise<RpcReply[]>;
  /** Ends what is open; what waits is rejected. */
  close(): void;
};

export const READ = { deadlineMs: 30_000, attemptMs: 10_000 };

/**
 * JSON-RPC over HTTP POST, over the endpoints in order.
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
    ask: (requests) =>
      http.failover(endpoints, READ, async (endpoint, post) => {
        const replies = await rpc.ask(endpoint, post, requests);
        refuseLimited(replies, now());
        return replies;
      }),
    close: () => undefined,
  };
}

/** Limits that come as a reply count like those that come as a status. @throws limitExceeded */
export function refuseLimited(replies: readonly RpcReply[], now: number): void {
  const [error] = replies.flatMap((reply) =>
    'error' in reply && isRateLimit(reply.error) ? [reply.error] : [],
  );
  if (!error) return;
  if (isDailyQuota(error))
    throw transportError(
      { fault: 'quota', pauseMs: untilMidnightUtc(now) },
      'Its daily allowance is used up.',
    );
  const pauseMs = readPause(null, { error }, now);
  const failure = { fault: 'rate', ...(pauseMs === undefined ? {} : { pauseMs }) } as const;
  throw transportError(failure, 'It takes no more requests for now.');
}
