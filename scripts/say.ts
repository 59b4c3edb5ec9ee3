/** Prints a line to whoever runs a script. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
