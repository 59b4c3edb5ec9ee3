import { ModuleError } from '../errors';
import type { Endpoint } from './endpoint';
import { getFailure, member, transportError } from './failure';
import { parseJson } from './json';
import { type Budget, type Clock, createPolicy, runtimeClock, withTimeout } from './policy';
import { redactUrl } from './redact';
import { requireSafe } from './safety';
import { statusError } from './statusError';

type PostOptions = {
  /** All attempts and the pauses between them end within this time. */
  readonly deadlineMs: number;
  /** True if the same request may be sent again after a failure. */
  readonly idempotent: boolean;
  readonly maxBytes?: number;
};

type GetOptions = Omit<PostOptions, 'idempotent'> & {
  /** Path and query, appended to the endpoint's URL. Like the URL, never part of an error text. */
  readonly path: string;
  /** Called for each attempt whose response has an HTTP status other than 2xx. */
  readonly onStatus?: (status: number) => void;
};

/** One HTTP request within the current attempt; returns the parsed JSON. */
export type Post = (body: string, maxBytes?: number) => Promise<unknown>;

export type Http = {
  /**
   * Posts JSON and returns parsed JSON.
   * @throws nodeUnavailable (no connection, timeout, 5xx, breaker open), limitExceeded (429, 402),
   * nodeFault (4xx, no JSON, too large); `getFailure(error)` returns which
   */
  post(endpoint: Endpoint, body: string, options: PostOptions): Promise<unknown>;
  /**
   * Gets parsed JSON; retries after a failure. All paths of an endpoint share its state (its
   * breaker and the pause that it requested).
   * @throws what `post` throws
   */
  get(endpoint: Endpoint, options: GetOptions): Promise<unknown>;
  /**
   * Runs an attempt at the endpoints in order until one resolves, and repeats after a pause while
   * the budget lasts. After nodeUnavailable, nodeFault, limitExceeded or wrongChain, it tries the
   * next endpoint; any other error is final.
   */
  failover<T>(
    endpoints: readonly Endpoint[],
    budget: Budget,
    attempt: (endpoint: Endpoint, post: Post) => Promise<T>,
  ): Promise<T>;
};

type HttpDependencies = Partial<Clock> & { readonly fetch: typeof globalThis.fetch };

const MAX_BYTES = 10 * 2 ** 20;
export const MAX_ERROR_BYTES = 64 * 2 ** 10;

/**
 * HTTP with deadlines, failover between endpoints, and no keys in errors.
 * @example const http = createHttp({ fetch });
 */
export function createHttp(dependencies: HttpDependencies): Http {
  // Called without a receiver, as browsers require of their own fetch.
  const { fetch } = dependencies;
  const clock: Clock = { ...runtimeClock, ...dependencies };
  const run = createPolicy(clock);

  async function exchange(
    endpoint: Endpoint,
    body: string | undefined,
    timeoutMs: number,
    maxBytes: number,
  ) {
    const host = redactUrl(endpoint.url);
    requireSafe(endpoint.url);
    const controller = new AbortController();
    const reply = request(fetch, clock, endpoint, body, controller, maxBytes);
    return withTimeout(clock.setTimer, timeoutMs, reply, (_, reject) => {
      const seconds = Math.ceil(timeoutMs / 1000);
      reject(transportError({ fault: 'timeout' }, `${host} did not answer within ${seconds} s.`));
      controller.abort();
    });
  }

  const failover: Http['failover'] = (endpoints, budget, attempt) =>
    run(endpoints, budget, (endpoint, timeoutMs) => {
      const until = clock.now() + timeoutMs;
      return attempt(endpoint, (body, maxBytes = MAX_BYTES) =>
        exchange(endpoint, body, Math.max(until - clock.now(), 1), maxBytes),
      );
    });

  return {
    failover,
    post(endpoint, body, { deadlineMs, idempotent, maxBytes }) {
      const budget = idempotent ? { deadlineMs } : { deadlineMs, rounds: 1 };
      return failover([endpoint], budget, (_, post) => post(body, maxBytes));
    },
    get: (endpoint, { path, deadlineMs, maxBytes = MAX_BYTES, onStatus }) =>
      run([endpoint], { deadlineMs }, async (_, timeoutMs) => {
        const target = { ...endpoint, url: endpoint.url + path };
        try {
          return await exchange(target, undefined, timeoutMs, maxBytes);
        } catch (error) {
          const { status } = getFailure(error) ?? {};
          if (status !== undefined) onStatus?.(status);
          throw error;
        }
      }),
  };
}

async function request(
  fetch: typeof globalThis.fetch,
  clock: Clock,
  endpoint: Endpoint,
  body: string | undefined,
  controller: AbortController,
  maxBytes: number,
): Promise<unknown> {
  const host = redactUrl(endpoint.url);
  try {
    const response = await send(fetch, endpoint, body, controller.signal);
    const bytes = await readBody(response, response.ok ? maxBytes : MAX_ERROR_BYTES);
    if (!bytes) controller.abort();
    const json = bytes && parseJson(bytes);
    if (!response.ok && !isRpcReply(response, json))
      throw statusError(response, json ?? plainText(bytes), endpoint, clock.now());
    if (!bytes)
      throw transportError({ fault: 'tooLarge' }, `${host} sent more than ${maxBytes} bytes.`);
    if (json === undefined)
      throw transportError({ fault: 'garbled' }, `${host} sent something that is not JSON.`);
    return json;
  } catch (error) {
    throw wireError(error, host);
  }
}

/**
 * Sends one request; POST if there is a body, even an empty one.
 *
 * @throws transportError if there is no response that may be read
 */
export const send = (
  fetch: typeof globalThis.fetch,
  endpoint: Endpoint,
  body: string | undefined,
  signal: AbortSignal,
): Promise<Response> =>
  fetch(endpoint.url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...endpoint.headers,
    },
    ...(body && { body }),
    // A redirect could send a key in the headers to a host that was not configured.
    redirect: 'error',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  }).catch((error: unknown): never => {
    const host = redactUrl(endpoint.url);
    throw isWithoutReason(error)
      ? transportError({ fault: 'dropped' }, `${host} ${UNREADABLE}`)
      : wireError(error, host);
  });

/** By its name: the error may come from outside the module's compartment. */
const isWithoutReason = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'name' in error &&
  error.name === 'TypeError' &&
  member(error, 'cause') === undefined;

/**
 * Browsers give one error without a reason for a closed port, a refused preflight, and a response
 * of any status without CORS.
 */
const UNREADABLE =
  'cannot be reached, or does not admit browsers (CORS): it must send "access-control-allow-origin: *" with every response, and answer OPTIONS with 204 and "access-control-allow-headers: content-type".';

/** The runtime's own errors name the URL, so only their meaning is kept. */
export function wireError(error: unknown, host: string): unknown {
  if (error instanceof ModuleError) return error;
  const code = member(member(error, 'cause'), 'code');
  if (typeof code === 'string' && UNSENT.test(code))
    return transportError({ fault: 'unsent' }, `${host} cannot be reached (${code}).`);
  return transportError({ fault: 'dropped' }, `${host} cannot be reached, or broke off.`);
}

/** Node's codes for a connection that was never established. Browsers report no reason. */
const UNSENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_\w+|\w+_CERT\w*)$/u;

/** A body as text: providers explain a refused key without JSON. Undefined for a page. */
function plainText(bytes: Uint8Array | undefined): string | undefined {
  const text = bytes && new TextDecoder().decode(bytes).trim().replace(/\s+/gu, ' ');
  if (text?.startsWith('<')) return undefined;
  return text;
}

/** Some nodes send JSON-RPC errors with HTTP 400 or 500; those are replies. */
const isRpcReply = ({ status }: Response, json: unknown): boolean =>
  [400, 500].includes(status) &&
  (Array.isArray(json) ? json : [json]).some(
    (reply) =>
      member(reply, 'jsonrpc') === '2.0' &&
      typeof member(member(reply, 'error'), 'code') === 'number',
  );

/** @returns undefined if there are more bytes than allowed: the caller then aborts the request */
export async function readBody(
  response: Response,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const declared = Number(response.headers.get('content-length') ?? 0);
  if (declared > maxBytes) return undefined;
  if (!response.body) {
    const bytes = new TextEncoder().encode(await response.text());
    if (bytes.length > maxBytes) return undefined;
    return bytes;
  }
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done: isDone, value } = await reader.read();
    if (isDone) return joinedChunks(chunks, size);
    size += value.length;
    if (size > maxBytes) return undefined;
    chunks.push(value);
  }
}

function joinedChunks(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
