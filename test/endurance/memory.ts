import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Memory and resources of this process, while nothing runs. */
export type Sample = { seconds: number; heapBytes: number; resources: number };

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Time until sockets and timers of what has just ended are gone. */
const REST_MS = 300;

/** The heap after everything that nobody refers to was freed. */
export async function takeSample(startedAt: number): Promise<Sample> {
  await pause(REST_MS);
  // The next collection takes what a finalizer frees.
  for (let time = 0; time < 3; time += 1) {
    collect();
    await pause(1);
  }
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    heapBytes: process.memoryUsage().heapUsed,
    resources: process.getActiveResourcesInfo().length,
  };
}

/** Growth of a line through points by least squares, per unit of x. */
export function getSlope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const below = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return above / below;
}
