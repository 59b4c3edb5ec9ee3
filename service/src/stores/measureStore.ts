import type { Store } from './store';

type Observe = (command: string, seconds: number, isWell: boolean) => void;

/** Reports how long each command took that had to be waited for, and whether one failed. */
const measured = (command: string, run: (...args: never[]) => unknown, observe: Observe) => {
  const watch = async (startedAt: number, running: Promise<unknown>): Promise<unknown> => {
    let isWell = false;
    try {
      const result = await running;
      isWell = true;
      return result;
    } finally {
      observe(command, (performance.now() - startedAt) / 1_000, isWell);
    }
  };
  return (...args: never[]): unknown => {
    const startedAt = performance.now();
    try {
      const result = run(...args);
      if (result instanceof Promise) return watch(startedAt, result);
      return result;
    } catch (error) {
      observe(command, 0, false);
      throw error;
    }
  };
};

export const measureStore = (store: Store, observe: Observe): Store => {
  const commands = Object.entries(store).map(([command, run]) => [
    command,
    measured(command, run as (...args: never[]) => unknown, observe),
  ]);
  // The same commands.
  return Object.fromEntries(commands) as Store;
};
