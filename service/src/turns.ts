/** Runs work sequentially per name, and concurrently across names. */
export type Turns = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export const createTurns = (): Turns => {
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
