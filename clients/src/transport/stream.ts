import type { Endpoint } from './endpoint';
import { transportError } from './failure';
import { MAX_ERROR_BYTES, parseJson, readBody, send, wireError } from './http';
import { type Clock, createPolicy, runtimeClock, within } from './policy';
import { redactUrl } from './redact';
import { requireSafe } from './safety';
import { statusError } from './statusError';

export type Streams = {
  /**
   * Posts without a body and hands out the answer as it comes. Asked again after a failure until the
   * answer has begun; what breaks later ends the stream with an error, as does silence.
   *
   * @param path and query behind each endpoint's URL
   * @throws nodeUnavailable, nodeFault (a part too many, HTTP 4xx), limitExceeded
   */
  open(
    endpoints: readonly Endpoint[],
    path: string,
    options: { readonly maxBytes: number },
  ): Promise<AsyncGenerator<Uint8Array>>;
};

/** Until the answer begins, and between two of its parts. */
const BEGIN = { deadlineMs: 60_000, attemptMs: 30_000 };
const SILENCE_MS = 30_000;

/**
 * Answers that are read while they come, over endpoints in order.
 * @example const streams = createStreams({ fetch });
 */
export function createStreams(
  dependencies: Partial<Clock> & { readonly fetch: typeof globalThis.fetch },
): Streams {
  const { fetch } = dependencies;
  const clock: Clock = { ...runtimeClock, ...dependencies };
  const run = createPolicy(clock);

  /** Rejects, and ends the request, where the task takes too long. */
  const heard = <T>(task: Promise<T>, ms: number, host: string, controller: AbortController) =>
    within(clock.setTimer, ms, task, (_, reject) => {
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
    const sent = send(fetch, target, '', controller.signal);
    const response = await heard(sent, timeoutMs, host, controller);
    if (response.ok) return { response, controller, host };
    const bytes = await heard(readBody(response, MAX_ERROR_BYTES), timeoutMs, host, controller);
    // What is left of a long body would hold the connection.
    controller.abort();
    throw statusError(response, bytes && parseJson(bytes), endpoint, clock.now());
  }

  type Begun = Awaited<ReturnType<typeof begin>>;

  async function* parts({ response, controller, host }: Begun, maxBytes: number) {
    const reader = response.body?.getReader();
    if (!reader) return;
    let size = 0;
    try {
      for (;;) {
        const { done, value } = await heard(reader.read(), SILENCE_MS, host, controller);
        if (done) break;
        size += value.length;
        if (size > maxBytes)
          throw transportError({ fault: 'tooLarge' }, `${host} sent more than ${maxBytes} bytes.`);
        yield value;
      }
      // As IPFS nodes tell it: what broke off ends like what is whole, since fetch shows no trailer.
      const length = response.headers.get('x-content-length');
      if (length !== null && Number(length) !== size)
        throw transportError({ fault: 'dropped' }, `${host} broke off.`);
    } finally {
      controller.abort();
    }
  }

  return {
    async open(endpoints, path, { maxBytes }) {
      const begun = await run(endpoints, BEGIN, (endpoint, timeoutMs) =>
        begin(endpoint, path, timeoutMs),
      );
      return parts(begun, maxBytes);
    },
  };
}
