export type Countdown = ReturnType<typeof createCountdown>;

/** A time that passes. It is over, too, if the clock is set back: nothing waits for longer than it should. */
export function createCountdown(now: () => number) {
  let begunAt = 0;
  let totalMs = 0;
  const leftMs = (): number => {
    const passedMs = now() - begunAt;
    if (passedMs < 0) return 0;
    return Math.max(0, totalMs - passedMs);
  };
  return {
    leftMs,
    isOver: (): boolean => leftMs() === 0,
    start(ms: number): void {
      begunAt = now();
      totalMs = ms;
    },
  };
}
