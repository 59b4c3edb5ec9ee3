/** Credits available to spend; negative after a call that cost more than was available. */
export type Bucket = { tokens: number; atMs: number };

/** Clocks of processes on one machine, and delays of messages between them, differ by less. */
const setBackMs = 1_000;

/**
 * The bucket at a later moment; it holds one second's worth of credits. A moment slightly before
 * the last one adds nothing; if the clock was set back further, refilling restarts there.
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
 * Milliseconds until a call may be made; 0 if it may be made now. A call that costs more than the
 * bucket's capacity is allowed once the bucket is full, and makes it negative.
 */
export const waitMs = (bucket: Bucket, rate: number, cost: number): number => {
  const missing = Math.min(cost, rate) - bucket.tokens;
  if (missing <= 0) return 0;
  return Math.ceil((missing * 1_000) / rate);
};
