/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = [
    sorted[Math.ceil(middle) - 1],
    sorted[Math.floor(middle)],
  ];
  return (low + high) / 2;
}

/** Lower quartile, median, upper quartile. */
export type Quartiles = readonly [low: number, middle: number, high: number];

export function quartiles(values: readonly number[]): Quartiles {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return [
    median(sorted.slice(0, Math.ceil(half))),
    median(sorted),
    median(sorted.slice(Math.floor(half))),
  ];
}
