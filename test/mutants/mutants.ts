import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/root';
import { mutate } from './mutate';

/** A promise broken on purpose: in `file`, the node that `at` names, or `text`, is replaced by `by`. */
export type Mutant = {
  readonly name: string;
  readonly promise: string;
  readonly file: string;
  /** A scope, a kind and words, such as `deriveKey condition STARK_ORDER`; see `mutate`. */
  readonly at?: string;
  /** Where no address is given: text that stands in the file once. */
  readonly text?: string;
  readonly by: string;
  /** Test files of which at least one must then fail. */
  readonly tests: readonly string[];
};

const folder = join(root, 'test/mutants');

/** All mutants of this folder's files. */
export const mutants: readonly Mutant[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Mutant[]);

/** A file's source with the mutant; undefined where what it replaces stands there never, or twice. */
export function applyMutant(
  { file, at, text = '', by }: Mutant,
  source: string,
): string | undefined {
  if (at !== undefined) return mutate(file, source, at, by);
  const [before, after, ...more] = source.split(text);
  return before === undefined || after === undefined || more.length > 0
    ? undefined
    : before + by + after;
}

export const mutated = (mutant: Mutant): string | undefined =>
  applyMutant(mutant, readFileSync(join(root, mutant.file), 'utf8'));
