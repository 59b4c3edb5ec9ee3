/**
 * Runs work sequentially per name, and concurrently across names. p-limit has one queue, and would need
 * a map of them that forgets names without work, which is all that this is.
 */
export type KeyedQueue = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export const createKeyedQueue = (): KeyedQueue => {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work);
    const settled = turn.catch(() => undefined);
    last.set(name, settled);
    void settled.then(() => {
      if (last.get(name) === settled) last.delete(name);
    });
    return turn;
  };
};
