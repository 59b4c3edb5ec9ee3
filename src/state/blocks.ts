import { type Infer, integer, object, record, string } from '@metamask/superstruct';
import type { Entry, Store } from './store';

const Block = object({
  /** Unix milliseconds until which the site may not open a dialog. */
  until: integer(),
  /** How long this block is, in milliseconds; the next one is twice as long. */
  length: integer(),
});
export type Block = Infer<typeof Block>;

const blocksEntry: Entry<Record<string, Block>> = {
  key: 'blocks',
  struct: record(string(), Block),
  empty: () => ({}),
};

export type Blocks = ReturnType<typeof blocksOf>;

/** Sites that asked again and again after a refusal. */
export const blocksOf = (store: Store) => ({
  all: (): Promise<Record<string, Block>> => store.read(blocksEntry),
  put: (origin: string, block: Block): Promise<void> =>
    store.update(blocksEntry, (draft) => {
      draft[origin] = block;
    }),
  lift: (origin: string): Promise<void> =>
    store.update(blocksEntry, (draft) => {
      delete draft[origin];
    }),
});
