/** What `--help` prints. */
export const usage: string;
