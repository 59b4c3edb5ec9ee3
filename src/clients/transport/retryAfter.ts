/** A hostile or broken Retry-After must not lock an endpoint out for good. */
const LONGEST_PAUSE_MS = 10 * 60_000;

/**
 * How long the far side wants to be left alone: `Retry-After` in seconds or as an HTTP date (RFC
 * 9110 §10.2.3), else `backoff_seconds` in the error object of the body, as node providers send it.
 * @returns milliseconds, or undefined when nothing was told
 */
export function readPause(header: string | null, body: unknown, now: number): number | undefined {
  const pause = fromHeader(header, now) ?? fromBody(body);
  return pause === undefined ? undefined : Math.min(Math.max(pause, 0), LONGEST_PAUSE_MS);
}

/** Allowances of a day start anew at midnight UTC. */
export const untilMidnightUtc = (now: number): number => DAY_MS - (now % DAY_MS);
const DAY_MS = 86_400_000;

function fromHeader(header: string | null, now: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+$/u.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date - now;
}

function fromBody(body: unknown): number | undefined {
  const error = member(body, 'error');
  const data = member(error, 'data') ?? member(body, 'data');
  const seconds = [data, member(data, 'rate'), error, body]
    .map((part) => member(part, 'backoff_seconds'))
    .find((value) => typeof value === 'number' && Number.isFinite(value));
  return typeof seconds === 'number' ? seconds * 1000 : undefined;
}

/** An own member of a value that may be anything. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
