import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Results by name, in a file: a run that was cut off goes on from there. */
export function openResults<Result>(path: string) {
  // Another run may have added its own meanwhile.
  const read = (): Record<string, Result> =>
    existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  return {
    find: (name: string): Result | undefined => read()[name],
    add(name: string, result: Result): void {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify({ ...read(), [name]: result }));
    },
  };
}
