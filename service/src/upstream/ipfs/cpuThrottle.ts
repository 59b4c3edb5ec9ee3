import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { createKeyedQueue } from '../../keyedQueue';

export type CpuThrottle = <T>(work: () => Promise<T>) => Promise<T>;

/** Shorter work delays nobody. */
const shortMs = 50;
/** Bounded, as the process may have been busy for others meanwhile. */
const restAtMostMs = 2_000;

/**
 * Decoding a block of the maximum size blocks the process for some tenths of a second. A key runs
 * one such task at a time, then rests for as long as the process was busy.
 */
export const createCpuThrottle = (): ((key: string) => CpuThrottle) => {
  const inTurn = createKeyedQueue();
  return (key) => (work) =>
    new Promise((resolve, reject) => {
      void inTurn(key, async () => {
        const usageBefore = performance.eventLoopUtilization();
        await work().then(resolve, reject);
        const { active } = performance.eventLoopUtilization(usageBefore);
        if (active > shortMs) await setTimeout(Math.min(active, restAtMostMs));
      });
    });
};
