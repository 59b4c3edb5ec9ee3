/** Counts the open WebSockets of each key across all processes of the service. */
export type SocketCount = {
  /** @returns false if the key is at its limit */
  take: (key: string) => Promise<boolean>;
  give: (key: string) => Promise<void>;
};

const add = (counts: Map<string, number>, key: string, change: number): void => {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
};

/** @returns a function that makes a process's count; when the process ends, all of it is freed */
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
        // The last message of a process may arrive after its end.
        if (own.has(key)) give(key, 1);
      },
      giveAll: () => {
        for (const [key, count] of [...own]) give(key, count);
      },
    };
  };
};
