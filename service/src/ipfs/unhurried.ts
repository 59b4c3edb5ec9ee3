import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { createTurns } from '../turns';

export type Unhurried = <T>(work: () => Promise<T>) => Promise<T>;

/** What takes less is nothing that others wait for. */
const shortMs = 50;
/** Others may have kept the process busy meanwhile. */
const restAtMostMs = 2_000;

/**
 * Who takes a block of the largest size to pieces keeps the process from all else for some tenths of a
 * second. A key does one such thing at a time, and then none for as long as the process was busy with it.
 */
export const createUnhurried = (): ((key: string) => Unhurried) => {
  const inTurn = createTurns();
  return (key) => (work) =>
    new Promise((resolve, reject) => {
      void inTurn(key, async () => {
        const before = performance.eventLoopUtilization();
        await work().then(resolve, reject);
        const { active } = performance.eventLoopUtilization(before);
        if (active > shortMs) await setTimeout(Math.min(active, restAtMostMs));
      });
    });
};
