/** What `--help` prints. */
export const usage: string;
/** What `keys --help` prints. */
export const keysUsage: string;
