/** Output of each script's `--help`, by its path. */
export const usages: Record<string, string>;
