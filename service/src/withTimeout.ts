/** Whether it succeeds; never rejects. */
export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/**
 * Resolves to the work's result, or to `late` after `ms`; the work then continues on its own. p-timeout
 * does the same in ten times the lines.
 */
export const withTimeout = async <T, L>(ms: number, work: Promise<T>, late: L): Promise<T | L> => {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<L>((resolve) => {
    timer = setTimeout(() => resolve(late), ms);
  });
  try {
    return await Promise.race([work, isLate]);
  } finally {
    clearTimeout(timer);
  }
};
