import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/root';
import { mutate } from './mutate';

/** A promise broken on purpose: in `file`, the node that `at` names is replaced by `by`. */
export type Mutant = {
  readonly name: string;
  readonly promise: string;
  readonly file: string;
  /** A scope, a kind and words, such as `deriveKey condition STARK_ORDER`; see `mutate`. */
  readonly at: string;
  readonly by: string;
  /** Test files of which at least one must then fail. */
  readonly tests: readonly string[];
};

const folder = join(root, 'test/mutants');

/** All mutants of this folder's files. */
export const mutants: readonly Mutant[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Mutant[]);

/** The file with the mutant; undefined where the address names no node, or several. */
export const mutated = ({ file, at, by }: Mutant): string | undefined =>
  mutate(file, readFileSync(join(root, file), 'utf8'), at, by);
