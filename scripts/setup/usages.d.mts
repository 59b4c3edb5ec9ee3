/** What a script prints for `--help`, by its path. */
export const usages: Record<string, string>;
