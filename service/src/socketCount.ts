/** The WebSockets that are open with each key, by whichever process of the service. */
export type SocketCount = {
  /** @returns false where the key has as many as it may */
  take: (key: string) => Promise<boolean>;
  give: (key: string) => Promise<void>;
};

const add = (counts: Map<string, number>, key: string, change: number): void => {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
};

/** @returns makes the count of one process, whose all are given back when it has gone */
export const createSocketCounts = (atMost: number) => {
  const all = new Map<string, number>();
  return (): SocketCount & { giveAll: () => void } => {
    const own = new Map<string, number>();
    const give = (key: string, count: number): void => {
      add(own, key, -count);
      add(all, key, -count);
    };
    return {
      take: async (key) => {
        if ((all.get(key) ?? 0) >= atMost) return false;
        give(key, -1);
        return true;
      },
      give: async (key) => {
        // What a process has said last may come after its end.
        if (own.has(key)) give(key, 1);
      },
      giveAll: () => {
        for (const [key, count] of [...own]) give(key, count);
      },
    };
  };
};
