import { remainingMs } from '../deadline';

export type Breaker = ReturnType<typeof createBreaker>;

const failuresToOpen = 5;
const openMs = 5_000;

/** A circuit breaker: after repeated failures it rejects calls, then lets a single one try. */
export const createBreaker = (clock: () => number) => {
  let failures = 0;
  let openUntil = 0;
  let isProbing = false;
  const state = (): 'closed' | 'open' | 'halfOpen' => {
    if (failures < failuresToOpen) return 'closed';
    return remainingMs(openUntil, openMs, clock()) > 0 ? 'open' : 'halfOpen';
  };
  return {
    state,
    /** False if the endpoint should not be called now. After true, report the outcome below. */
    admits: (): boolean => {
      const now = state();
      if (now === 'closed') return true;
      if (now === 'open' || isProbing) return false;
      isProbing = true;
      return true;
    },
    succeeded: (): void => {
      failures = 0;
      isProbing = false;
    },
    failed: (): void => {
      failures += 1;
      isProbing = false;
      if (failures >= failuresToOpen) openUntil = clock() + openMs;
    },
  };
};
