export type Times = ReturnType<typeof createTimes>;

const keptAtMost = 128;
const neededAtLeast = 20;
/** Sorting at each call would cost more than a slightly older value. */
const refreshEvery = 16;

/** How long a node's answers have taken, of late. */
export const createTimes = () => {
  const kept: number[] = [];
  let added = 0;
  let last: number | undefined;
  return {
    add: (ms: number): void => {
      kept[added % keptAtMost] = ms;
      added += 1;
      if (added < neededAtLeast || added % refreshEvery !== 0) return;
      const sorted = [...kept].sort((a, b) => a - b);
      last = sorted[Math.floor(sorted.length * 0.95)];
    },
    /** The 95th percentile; undefined while few are known. */
    p95: (): number | undefined => last,
  };
};
