import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/root';

/** A promise broken on purpose: in `file`, `text`, which stands there once, becomes `by`. */
export type Mutant = {
  readonly name: string;
  readonly promise: string;
  readonly file: string;
  readonly text: string;
  readonly by: string;
  /** Files of tests of which one at least must fail then. */
  readonly tests: readonly string[];
};

const folder = join(root, 'test/mutants');

/** All of them, of every file of this folder. */
export const mutants: readonly Mutant[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Mutant[]);

/** How often the text stands in a file of the tree. */
export const timesFound = ({ file, text }: Mutant): number =>
  readFileSync(join(root, file), 'utf8').split(text).length - 1;
