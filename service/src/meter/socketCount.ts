/** Counts the open WebSockets of each key. */
export type SocketCount = {
  /** @returns false if the key is at its limit */
  take: (key: string) => boolean;
  give: (key: string) => void;
};

export const createSocketCount = (atMost: number): SocketCount => {
  const counts = new Map<string, number>();
  return {
    take: (key) => {
      const count = counts.get(key) ?? 0;
      if (count >= atMost) return false;
      counts.set(key, count + 1);
      return true;
    },
    give: (key) => {
      const count = (counts.get(key) ?? 1) - 1;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
};
