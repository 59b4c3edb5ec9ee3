export type KeyCount = ReturnType<typeof createKeyCount>;

/** Counts what each key has open at a time: its WebSockets, its IPFS calls. */
export const createKeyCount = (atMost: number) => {
  const counts = new Map<string, number>();
  return {
    isFull: (key: string): boolean => (counts.get(key) ?? 0) >= atMost,
    take: (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1),
    give: (key: string): void => {
      const count = (counts.get(key) ?? 1) - 1;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
};
