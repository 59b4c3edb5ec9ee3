import type { Infer } from '@metamask/superstruct';
import { type ErrorKind, ModuleError } from '../errors';
import { type AnyStruct, parse } from '../schema/field';

/**
 * Everything that can go wrong on the wire. `heard`: whether the server may have executed the
 * request; `retry`: whether the same endpoint may be tried again, or only another one; `breaks`:
 * whether it counts towards the endpoint's breaker; `connection`: whether another server may
 * respond next time, so that the endpoint must be verified again.
 */
export const faults = {
  /** No connection: refused, unknown host, no route, bad certificate. */
  unsent: fault('nodeUnavailable', 'no', 'again', { breaks: true, connection: true }),
  /** The connection broke, or the runtime does not report why there was none. */
  dropped: fault('nodeUnavailable', 'maybe', 'again', { breaks: true, connection: true }),
  timeout: fault('nodeUnavailable', 'maybe', 'again', { breaks: true, connection: true }),
  /** HTTP 5xx and 408. */
  serverError: fault('nodeUnavailable', 'maybe', 'again', { breaks: true }),
  /** HTTP 429: too many requests in a short time. */
  rate: fault('limitExceeded', 'no', 'again'),
  /** HTTP 402: the daily allowance is used up. */
  quota: fault('limitExceeded', 'no', 'elsewhere'),
  /** Any other HTTP 4xx, and an IPFS node's error for a failed call. */
  refused: fault('nodeFault', 'no', 'elsewhere'),
  /** A body that is not JSON or not UTF-8. */
  garbled: fault('nodeFault', 'maybe', 'again'),
  tooLarge: fault('nodeFault', 'maybe', 'elsewhere'),
  /** A URL that must not be requested. */
  insecure: fault('nodeUnavailable', 'no', 'elsewhere'),
  /** Not requested, because the endpoint's breaker is open. */
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

/** The `cause` of every transport error: plain facts, without the URL or headers. */
export type Failure = {
  readonly fault: keyof typeof faults;
  readonly status?: number;
  /** How long the server asked for no requests. */
  readonly pauseMs?: number | undefined;
};

export function transportError(failure: Failure, detail: string, reason?: string): ModuleError {
  const data = reason === undefined ? {} : { reason };
  return new ModuleError(faults[failure.fault].kind, detail, data, { cause: failure });
}

/**
 * Failure on the wire; undefined for an error that is not from transport.
 * @example if (getFailure(error)?.fault === 'rate') await later();
 */
export function getFailure(error: unknown): Failure | undefined {
  if (!(error instanceof ModuleError)) return undefined;
  const { cause } = error;
  if (typeof cause === 'object' && cause !== null && 'fault' in cause) return cause as Failure;
  return undefined;
}

/** Validates the result of a call by the method's struct. @throws nodeFault */
export function readResult<S extends AnyStruct>(
  method: string,
  result: unknown,
  struct: S,
): Infer<S> {
  try {
    return parse(result, struct, 'nodeFault');
  } catch (error) {
    if (error instanceof ModuleError) throw error;
    // For example, a trace that is nested too deeply to walk.
    throw new ModuleError('nodeFault', `${method}: the result cannot be read.`);
  }
}

/** A hostile or broken Retry-After must not disable an endpoint permanently. */
const LONGEST_PAUSE_MS = 10 * 60_000;

/**
 * How long the server asks for no requests: `Retry-After` in seconds or as an HTTP date (RFC 9110
 * §10.2.3), else `backoff_seconds` in the error object of the body, as node providers send it.
 * @returns milliseconds, or undefined if the server does not say
 */
export function readPause(header: string | null, body: unknown, now: number): number | undefined {
  const pause = fromHeader(header, now) ?? fromBody(body);
  if (pause === undefined) return undefined;
  return Math.min(Math.max(pause, 0), LONGEST_PAUSE_MS);
}

/** Daily allowances reset at midnight UTC. */
export const untilMidnightUtc = (now: number): number => DAY_MS - (now % DAY_MS);
const DAY_MS = 86_400_000;

function fromHeader(header: string | null, now: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+$/u.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  if (Number.isNaN(date)) return undefined;
  return date - now;
}

function fromBody(body: unknown): number | undefined {
  const error = member(body, 'error');
  const data = member(error, 'data') ?? member(body, 'data');
  const seconds = [data, member(data, 'rate'), error, body]
    .map((part) => member(part, 'backoff_seconds'))
    .find((value) => typeof value === 'number' && Number.isFinite(value));
  if (typeof seconds === 'number') return seconds * 1000;
  return undefined;
}

/** An own property of any value; undefined if it has none of that name. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
