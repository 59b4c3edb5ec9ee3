/** Output of `--help`. */
export const usage: string;
/** Output of `keys --help`. */
export const keysUsage: string;
export const backupUsage: string;
