/**
 * The smallest of the values that at least `percent` of a hundred of them are less than or equal to
 * (nearest rank: always one of the values). undefined where there are none.
 */
export const percentile = (values: readonly bigint[], percent: number): bigint | undefined => {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted[Math.max(0, Math.ceil((percent * sorted.length) / 100) - 1)];
};
