/**
 * Milliseconds until a deadline that was set at most `atMostMs` ahead. 0 when it has passed, or
 * when only a clock that was set back since makes it look further away than that.
 */
export const remainingMs = (untilMs: number, atMostMs: number, nowMs: number): number => {
  const leftMs = untilMs - nowMs;
  return leftMs <= atMostMs ? Math.max(0, leftMs) : 0;
};
