/** Concurrent calls share one run of the task and its outcome. */
export const shared = <T>(task: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return () => {
    running ??= task().finally(() => {
      running = undefined;
    });
    return running;
  };
};
