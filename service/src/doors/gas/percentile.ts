/**
 * Nearest-rank percentile: the smallest value that is at least as large as `percent` % of all
 * values. undefined if there are no values.
 */
export const percentile = (values: readonly bigint[], percent: number): bigint | undefined => {
  const sorted = [...values].sort((a, b) => Number(a > b) - Number(a < b));
  return sorted[Math.max(0, Math.ceil((percent * sorted.length) / 100) - 1)];
};
