export type Breaker = ReturnType<typeof createBreaker>;

/**
 * Leaves an endpoint alone after repeated failures, then lets a single request try it.
 *
 * @param breakAfter failures in a row that open it
 * @param breakMs how long it stays open; shorter where the clock is set back
 */
export function createBreaker(now: () => number, breakAfter: number, breakMs: number) {
  let failuresInRow = 0;
  let counted = 0;
  let openUntil = 0;
  let isProbing = false;

  const state = (): 'closed' | 'open' | 'halfOpen' => {
    if (failuresInRow < breakAfter) return 'closed';
    const leftMs = openUntil - now();
    return leftMs > 0 && leftMs <= breakMs ? 'open' : 'halfOpen';
  };
  return {
    state,
    /** False if the endpoint must not be asked now. After true, report the outcome below. */
    admits(): boolean {
      const current = state();
      if (current === 'open' || (current === 'halfOpen' && isProbing)) return false;
      isProbing = current === 'halfOpen';
      return true;
    },
    /** Failures that have been counted, for what begins now. */
    count: (): number => counted,
    succeeded(): void {
      failuresInRow = 0;
      isProbing = false;
    },
    /** @param countAtStart as counted when it began: what fails together on one connection counts once */
    failed(countAtStart: number = counted): void {
      isProbing = false;
      if (countAtStart === counted) {
        failuresInRow += 1;
        counted += 1;
      }
      if (failuresInRow >= breakAfter) openUntil = now() + breakMs;
    },
    /** The outcome says nothing about the endpoint. */
    abandoned(): void {
      isProbing = false;
    },
  };
}
