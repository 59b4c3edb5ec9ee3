/**
 * Every way in which the service itself refuses or fails a request. `status` is the HTTP status,
 * `rpc` the JSON-RPC code. Rate limits have their own bodies: doors/limitBody.ts.
 */
export const kinds = {
  unparsable: { status: 400, rpc: -32700, message: 'The body is not JSON.' },
  malformed: { status: 400, rpc: -32600, message: 'The request is malformed.' },
  /** Reaches nobody; what was asked for was done all the same. */
  gone: { status: 400, rpc: -32600, message: 'The caller has gone.' },
  unauthorized: { status: 401, rpc: 401, message: 'The API key or its secret is wrong.' },
  spent: { status: 402, rpc: 402, message: "The day's credits are spent." },
  forbidden: { status: 403, rpc: 403, message: 'This call is forbidden.' },
  notFound: { status: 404, rpc: -32601, message: 'There is nothing at this path.' },
  wrongMethod: { status: 405, rpc: -32600, message: 'This HTTP method is not allowed here.' },
  slow: { status: 408, rpc: -32600, message: 'The request took too long to arrive.' },
  tooLarge: { status: 413, rpc: -32600, message: 'The request is too large.' },
  mediaType: { status: 415, rpc: -32600, message: 'This content type is not understood.' },
  tooMuch: { status: 413, rpc: -32005, message: 'The reply is larger than what is given out.' },
  wrongHost: { status: 421, rpc: -32600, message: 'This host name is not served.' },
  noUpgrade: { status: 426, rpc: -32600, message: 'This path is for WebSockets.' },
  strange: { status: 429, rpc: 429, message: 'Too many requests without a known key.' },
  tooFast: { status: 429, rpc: 429, message: 'Too many credits a second.' },
  ownLimit: { status: 429, rpc: 429, message: "The key's own limit is reached." },
  noCoding: { status: 501, rpc: -32600, message: 'This transfer coding is not read.' },
  ipfsFailed: { status: 500, rpc: -32603, message: 'The IPFS call failed.' },
  internal: { status: 500, rpc: -32603, message: 'The service failed.' },
  upstream: { status: 502, rpc: -32603, message: 'No upstream node answered.' },
  nonsense: { status: 502, rpc: -32603, message: 'What an upstream node sent is wrong.' },
  busy: { status: 503, rpc: -32603, message: 'The service is busy.' },
  crowded: { status: 503, rpc: -32005, message: 'The service holds as much as it can now.' },
  late: { status: 504, rpc: -32603, message: 'The upstream node did not answer in time.' },
} as const satisfies Record<string, { status: number; rpc: number; message: string }>;

export type Kind = keyof typeof kinds;

/** Details of an exceeded limit. */
export type LimitFacts = { creditsPerSecond: number; waitSeconds: number };

type More = {
  limit?: LimitFacts;
  waitSeconds?: number;
  cause?: unknown;
  /** The connection cannot carry another request. */
  endsConnection?: boolean;
};

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: Kind;
  /** For `spent`, `tooFast` and `ownLimit`. */
  readonly limit: LimitFacts | undefined;
  /** For `busy`, if it is known when to retry. */
  readonly waitSeconds: number | undefined;
  readonly endsConnection: boolean;

  constructor(kind: Kind, options: { message?: string } & More = {}) {
    super(options.message ?? kinds[kind].message, { cause: options.cause });
    this.kind = kind;
    this.limit = options.limit;
    this.waitSeconds = options.waitSeconds;
    this.endsConnection = options.endsConnection ?? false;
  }
}

export const fail = (kind: Kind, message?: string, options: More = {}): never => {
  throw new ServiceError(kind, { ...options, ...(message !== undefined && { message }) });
};

/** Converts any thrown value; unknown ones become `internal`, whose cause goes to the log only. */
export const asServiceError = (error: unknown): ServiceError => {
  if (error instanceof ServiceError) return error;
  return new ServiceError('internal', { cause: error });
};

/** The message of an error; undefined for whatever else was thrown. */
export const getMessage = (thrown: unknown): string | undefined => {
  if (thrown instanceof Error) return thrown.message;
  return undefined;
};
