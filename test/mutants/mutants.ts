import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/root';

/** A promise broken on purpose: in `file`, the only occurrence of `text` is replaced by `by`. */
export type Mutant = {
  readonly name: string;
  readonly promise: string;
  readonly file: string;
  readonly text: string;
  readonly by: string;
  /** Test files of which at least one must then fail. */
  readonly tests: readonly string[];
};

const folder = join(root, 'test/mutants');

/** All mutants of this folder's files. */
export const mutants: readonly Mutant[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Mutant[]);

/** Number of occurrences of the text in the file. */
export const timesFound = ({ file, text }: Mutant): number =>
  readFileSync(join(root, file), 'utf8').split(text).length - 1;
