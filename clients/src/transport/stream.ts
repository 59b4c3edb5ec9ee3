import type { Endpoint } from './endpoint';
import { transportError } from './failure';
import { MAX_ERROR_BYTES, readBody, send, wireError } from './http';
import { parseJson } from './json';
import { type Clock, createPolicy, runtimeClock, withTimeout } from './policy';
import { redactUrl } from './redact';
import { requireSafe } from './safety';
import { statusError } from './statusError';

export type Streams = {
  /**
   * Posts without a body and yields the response as it arrives. Retries after a failure until the
   * response begins; a later break or silence ends the stream with an error.
   *
   * @param path path and query, appended to each endpoint's URL
   * @throws nodeUnavailable, nodeFault (more than maxBytes, HTTP 4xx), limitExceeded
   */
  open(
    endpoints: readonly Endpoint[],
    path: string,
    options: {
      readonly maxBytes: number;
      /** Fails at the end of a response that has not told its length, and so may be cut short. */
      readonly needsLength?: boolean;
    },
  ): Promise<AsyncGenerator<Uint8Array>>;
};

/** Time until the response begins, and between two of its parts. */
const BEGIN = { deadlineMs: 60_000, attemptMs: 30_000 };
const SILENCE_MS = 30_000;

/**
 * A response that ended early. IPFS nodes tell of that in a trailer, which fetch does not show: what
 * is left is the length in their header. With HTTP's own header, the runtime sees the end.
 */
function checkEnd({ headers }: Response, size: number, host: string, needsLength: boolean): void {
  const length = headers.get('x-content-length');
  if (length !== null && Number(length) !== size)
    throw transportError({ fault: 'dropped' }, `${host} broke off.`);
  if (length === null && needsLength && !headers.has('content-length'))
    throw transportError({ fault: 'dropped' }, `${host} may have broken off: no length was told.`);
}

/**
 * Streams responses as they arrive, with failover between endpoints in order.
 * @example const streams = createStreams({ fetch });
 */
export function createStreams(
  dependencies: Partial<Clock> & { readonly fetch: typeof globalThis.fetch },
): Streams {
  const { fetch } = dependencies;
  const clock: Clock = { ...runtimeClock, ...dependencies };
  const run = createPolicy(clock);

  /** Rejects, and aborts the request, if the task takes too long. */
  const heard = <T>(task: Promise<T>, ms: number, host: string, controller: AbortController) =>
    withTimeout(clock.setTimer, ms, task, (_, reject) => {
      reject(
        transportError({ fault: 'timeout' }, `${host} was silent for ${Math.ceil(ms / 1000)} s.`),
      );
      controller.abort();
    }).catch((error): never => {
      throw wireError(error, host);
    });

  async function begin(endpoint: Endpoint, path: string, timeoutMs: number) {
    const host = redactUrl(endpoint.url);
    requireSafe(endpoint.url);
    const controller = new AbortController();
    const target = { ...endpoint, url: endpoint.url + path };
    const responsePromise = send(fetch, target, '', controller.signal);
    const response = await heard(responsePromise, timeoutMs, host, controller);
    if (response.ok) return { response, controller, host };
    const bytes = await heard(readBody(response, MAX_ERROR_BYTES), timeoutMs, host, controller);
    // The rest of a long body would keep the connection busy.
    controller.abort();
    throw statusError(response, bytes && parseJson(bytes), endpoint, clock.now());
  }

  type Begun = Awaited<ReturnType<typeof begin>>;

  async function* parts(
    { response, controller, host }: Begun,
    { maxBytes, needsLength = false }: Parameters<Streams['open']>[2],
  ) {
    const reader = response.body?.getReader();
    if (!reader) return;
    let size = 0;
    try {
      for (;;) {
        const { done: isDone, value } = await heard(reader.read(), SILENCE_MS, host, controller);
        if (isDone) break;
        size += value.length;
        if (size > maxBytes)
          throw transportError({ fault: 'tooLarge' }, `${host} sent more than ${maxBytes} bytes.`);
        yield value;
      }
      checkEnd(response, size, host, needsLength);
    } finally {
      controller.abort();
    }
  }

  return {
    async open(endpoints, path, options) {
      const stream = await run(endpoints, BEGIN, (endpoint, timeoutMs) =>
        begin(endpoint, path, timeoutMs),
      );
      return parts(stream, options);
    },
  };
}
