import { leftMs } from '../clock';

/** Keeps calls away from what has failed again and again; then lets a single one try. */
export type Breaker = {
  /** False where the endpoint is to be left alone now. A true must be followed by one of the others. */
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
    return leftMs(openUntil, openMs, clock()) > 0 ? 'open' : 'halfOpen';
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
