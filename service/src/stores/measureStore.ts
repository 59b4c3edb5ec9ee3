import type { Store } from './store';

/** Reports how long each command of the store took, and whether it failed. */
export const measureStore = (
  store: Store,
  observe: (command: string, seconds: number, isWell: boolean) => void,
): Store => {
  const measured = Object.entries(store).map(([command, run]) => [
    command,
    async (...args: never[]) => {
      const at = performance.now();
      let isWell = false;
      try {
        const result = await (run as (...all: never[]) => Promise<unknown>)(...args);
        isWell = true;
        return result;
      } finally {
        observe(command, (performance.now() - at) / 1_000, isWell);
      }
    },
  ]);
  return Object.fromEntries(measured) as Store; // the same commands
};
