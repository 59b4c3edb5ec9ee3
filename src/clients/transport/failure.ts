import { type ErrorKind, ModuleError } from '../../errors';

/**
 * Everything that can go wrong on the wire. `heard`: whether the far side may have carried the
 * request out; `retry`: whether the same endpoint may be asked again, or only another one; `breaks`:
 * whether it counts towards the endpoint's breaker; `connection`: whether another server may answer
 * next time, so that what was verified about the endpoint is not known any more.
 */
export const faults = {
  /** No connection was made: refused, no such host, no route, bad certificate. */
  unsent: fault('nodeUnavailable', 'no', 'again', { breaks: true, connection: true }),
  /** The connection broke, or the runtime does not tell why there was none. */
  dropped: fault('nodeUnavailable', 'maybe', 'again', { breaks: true, connection: true }),
  timeout: fault('nodeUnavailable', 'maybe', 'again', { breaks: true, connection: true }),
  /** HTTP 5xx and 408. */
  serverError: fault('nodeUnavailable', 'maybe', 'again', { breaks: true }),
  /** HTTP 429: too many requests in a short time. */
  rate: fault('limitExceeded', 'no', 'again'),
  /** HTTP 402: the allowance of the day is used up. */
  quota: fault('limitExceeded', 'no', 'elsewhere'),
  /** Any other HTTP 4xx, and what an IPFS node says of a call that failed. */
  refused: fault('nodeFault', 'no', 'elsewhere'),
  /** A body that is no JSON or no UTF-8. */
  garbled: fault('nodeFault', 'maybe', 'again'),
  tooLarge: fault('nodeFault', 'maybe', 'elsewhere'),
  /** A URL that must not be asked. */
  insecure: fault('nodeUnavailable', 'no', 'elsewhere'),
  /** Not asked, because the endpoint's breaker is open. */
  resting: fault('nodeUnavailable', 'no', 'again'),
} as const;

function fault(
  kind: ErrorKind,
  heard: 'no' | 'maybe',
  retry: 'again' | 'elsewhere',
  { breaks = false, connection = false } = {},
) {
  return { kind, heard, retry, breaks, connection };
}

/** The `cause` of every error that transport throws: plain facts, nothing of the URL or headers. */
export type Failure = {
  readonly fault: keyof typeof faults;
  readonly status?: number;
  /** How long the far side asked to be left alone. */
  readonly pauseMs?: number;
};

export function transportError(failure: Failure, detail: string, reason?: string): ModuleError {
  const data = reason === undefined ? {} : { reason };
  return new ModuleError(faults[failure.fault].kind, detail, data, { cause: failure });
}

/** What happened on the wire; undefined for an error that comes from somewhere else. */
export function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof ModuleError)) return undefined;
  const { cause } = error;
  return typeof cause === 'object' && cause !== null && 'fault' in cause
    ? (cause as Failure)
    : undefined;
}
