/** Counts what each key has open at a time: its WebSockets, its IPFS calls. */
export type KeyCount = {
  isFull: (key: string) => boolean;
  take: (key: string) => void;
  give: (key: string) => void;
};

export const createKeyCount = (atMost: number): KeyCount => {
  const counts = new Map<string, number>();
  return {
    isFull: (key) => (counts.get(key) ?? 0) >= atMost,
    take: (key) => void counts.set(key, (counts.get(key) ?? 0) + 1),
    give: (key) => {
      const count = (counts.get(key) ?? 1) - 1;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
};
