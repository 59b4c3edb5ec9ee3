export const withLock: <T>(
  name: string,
  onWait: (holder: number) => void,
  task: () => Promise<T>,
) => Promise<T>;
