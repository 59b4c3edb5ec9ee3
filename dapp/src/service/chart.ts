/** Scales of the base-fee chart: pure functions, in user units of the drawing. */

export type Frame = {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

export type Scale = {
  /** Position of the value with that index, oldest first. */
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
  /** Evenly spaced round numbers from 0 to the highest. */
  readonly yTicks: readonly number[];
};

const wantedSteps = 5;
const roundSteps = [1, 2, 2.5, 5, 10];

/** Round numbers from 0 to at least `highest`. */
export function roundTicks(highest: number): readonly number[] {
  if (!(highest > 0)) return [0, 1];
  const rough = highest / wantedSteps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (roundSteps.find((round) => round * power >= rough) ?? 10) * power;
  const count = Math.ceil(highest / step - 1e-9);
  // Rounded, to remove floating-point noise from the ticks.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

export function createScale(values: readonly number[], frame: Frame): Scale {
  const { width, height, left: leftEdge, right, top, bottom } = frame;
  const yTicks = roundTicks(Math.max(0, ...values));
  const highest = yTicks.at(-1) ?? 1;
  const last = Math.max(1, values.length - 1);
  return {
    x: (index) => leftEdge + (index / last) * (width - leftEdge - right),
    y: (value) => height - bottom - (value / highest) * (height - top - bottom),
    yTicks,
  };
}

/** The `d` attribute of a path through all values. */
export const linePath = (values: readonly number[], { x, y }: Scale): string =>
  values
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${round(x(index))} ${round(y(value))}`)
    .join('');

const round = (value: number): number => Math.round(value * 10) / 10;

/** Marks of the horizontal axis, in blocks before the newest; oldest first. */
export function blockTicks(count: number, maxTicks: number): readonly number[] {
  const last = count - 1;
  if (last <= 0) return [0];
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 125, 250, 500].find(
    (wide) => last / wide <= maxTicks,
  );
  const wide = step ?? last;
  const marks = Array.from({ length: Math.floor(last / wide) + 1 }, (_, index) => index * wide);
  return marks.reverse();
}

/**
 * Moves overlapping labels apart and keeps their order.
 * @param places positions of their centres, ascending
 */
export function spread(places: readonly number[], minDistance: number): readonly number[] {
  const moved: number[] = [];
  for (const place of places)
    moved.push(Math.max(place, (moved.at(-1) ?? -Infinity) + minDistance));
  return moved;
}

/** Percentage of the history below this fee, as a whole number. All amounts in wei. */
export function shareBelow(history: readonly bigint[], fee: bigint): number {
  if (history.length === 0) return 0;
  return Math.round((100 * history.filter((one) => one < fee).length) / history.length);
}
