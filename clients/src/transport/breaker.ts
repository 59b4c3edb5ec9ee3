import { type Countdown, createCountdown } from './countdown';

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
  const rest = createCountdown(now);
  let isProbing = false;

  const state = (): 'closed' | 'open' | 'halfOpen' => {
    if (failuresInRow < breakAfter) return 'closed';
    if (rest.isOver()) return 'halfOpen';
    return 'open';
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
      if (failuresInRow >= breakAfter) rest.start(breakMs);
    },
    /** The outcome says nothing about the endpoint. */
    abandoned(): void {
      isProbing = false;
    },
  };
}

/** Reasons to leave an endpoint alone for some time, in the clients and in the node service. */
export type Gate = {
  breaker: Breaker;
  /** The server asked for no requests. */
  pause: Countdown;
  /** It has failed: other endpoints are tried first. */
  doubt: Countdown;
};

export const createGate = (now: () => number, breakAfter: number, breakMs: number): Gate => ({
  breaker: createBreaker(now, breakAfter, breakMs),
  pause: createCountdown(now),
  doubt: createCountdown(now),
});
