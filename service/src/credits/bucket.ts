/** Credits that may be spent at once; below zero after a call that cost more than was there. */
export type Bucket = { tokens: number; atMs: number };

/** Clocks of one machine's processes, and messages between them, differ by less. */
const setBackMs = 1_000;

/**
 * The bucket at a later moment. It holds one second's worth. A moment before the last one adds
 * nothing; where the clock was set back, it is counted from there on.
 */
export const refill = (bucket: Bucket | undefined, rate: number, nowMs: number): Bucket => {
  if (bucket === undefined) return { tokens: rate, atMs: nowMs };
  const passedMs = Math.max(0, nowMs - bucket.atMs);
  return {
    tokens: Math.min(rate, bucket.tokens + (passedMs * rate) / 1_000),
    atMs: bucket.atMs - nowMs > setBackMs ? nowMs : Math.max(bucket.atMs, nowMs),
  };
};

/**
 * Milliseconds until a call may be made, 0 where it may be made now. A call that costs more than the
 * bucket can hold is let through when the bucket is full, and the bucket then goes below zero. What is
 * given back never waits.
 */
export const waitMs = (bucket: Bucket, rate: number, cost: number): number => {
  const missing = Math.min(cost, rate) - bucket.tokens;
  return missing <= 0 || cost < 0 ? 0 : Math.ceil((missing * 1_000) / rate);
};
