/** Lines of one source in a second, and the sources that get any; further lines are counted. */
const linesAtMost = 5;
const sourcesAtMost = 100;
const secondMs = 1_000;

/** Lets a few log lines of each source through in a second, so that no flood fills the log. */
export const createLineLimit = (logFurther: (count: number) => void) => {
  const lines = new Map<string, number>();
  let further = 0;
  const countFurther = (): void => {
    lines.clear();
    if (further > 0) logFurther(further);
    further = 0;
  };
  const counting = setInterval(countFurther, secondMs).unref();
  return {
    admits: (source: string): boolean => {
      const count = (lines.get(source) ?? 0) + 1;
      const isAdmitted = count <= linesAtMost && (count > 1 || lines.size < sourcesAtMost);
      if (isAdmitted) lines.set(source, count);
      else further += 1;
      return isAdmitted;
    },
    close: (): void => {
      clearInterval(counting);
      countFurther();
    },
  };
};
