import { remainingMs } from '../deadline';

/** A circuit breaker: after repeated failures it rejects calls, then lets a single one try. */
export type Breaker = {
  /** False if the endpoint should not be called now. After true, report the outcome below. */
  admits: () => boolean;
  succeeded: () => void;
  failed: () => void;
  state: () => 'closed' | 'open' | 'halfOpen';
};

const failuresToOpen = 5;
const openMs = 5_000;

export const createBreaker = (clock: () => number): Breaker => {
  let failures = 0;
  let openUntil = 0;
  let isProbing = false;
  const state = (): 'closed' | 'open' | 'halfOpen' => {
    if (failures < failuresToOpen) return 'closed';
    return remainingMs(openUntil, openMs, clock()) > 0 ? 'open' : 'halfOpen';
  };
  return {
    state,
    admits: () => {
      const now = state();
      if (now === 'closed') return true;
      if (now === 'open' || isProbing) return false;
      isProbing = true;
      return true;
    },
    succeeded: () => {
      failures = 0;
      isProbing = false;
    },
    failed: () => {
      failures += 1;
      isProbing = false;
      if (failures >= failuresToOpen) openUntil = clock() + openMs;
    },
  };
};
