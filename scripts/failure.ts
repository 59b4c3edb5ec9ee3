/** The message of an error, or the text of whatever else was thrown. */
export function getMessage(error: unknown): string {
  if (error instanceof Error) return error.message;
  return String(error);
}

/** Ends a script as failed: what went wrong stands last, without a stack. */
export function reportFailure(error: unknown): void {
  process.stderr.write(`${getMessage(error)}\n`);
  process.exitCode = 1;
}
