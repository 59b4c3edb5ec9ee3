/**
 * Milliseconds until a moment that was set at most so far ahead; 0 when it is over, and where only a
 * clock that was set back since has put it off.
 */
export const leftMs = (untilMs: number, atMostMs: number, nowMs: number): number => {
  const left = untilMs - nowMs;
  return left <= atMostMs ? Math.max(0, left) : 0;
};
