/** Calls at the same time share one run of the task, and what comes of it. */
export const shared = <T>(task: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return () => {
    running ??= task().finally(() => {
      running = undefined;
    });
    return running;
  };
};
