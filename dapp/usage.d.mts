/** Output of `--help`. */
export const usage: string;
