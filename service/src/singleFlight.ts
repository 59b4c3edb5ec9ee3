/**
 * Runs the work once for all who ask for the same, by its first argument, while it runs. Packages for
 * this keep results, too, or do not tell what is under way.
 */
export const singleFlight = <A extends unknown[], T>(work: (...args: A) => Promise<T>) => {
  const running = new Map<unknown, Promise<T>>();
  const run = (...args: A): Promise<T> => {
    const [name] = args;
    const flight = running.get(name) ?? work(...args).finally(() => running.delete(name));
    running.set(name, flight);
    return flight;
  };
  return Object.assign(run, {
    underWay: (name: A[0]): Promise<T> | undefined => running.get(name),
    settled: () => Promise.allSettled(running.values()),
  });
};
