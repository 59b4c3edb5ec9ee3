import { array, type Infer, integer, object } from '@metamask/superstruct';
import { byName } from '@xnet/clients/schema/field';
import { ChainId, ContractAddress, sameFelt } from '../schema/primitives';
import type { Entry, Store } from './store';

/** Valid for the account on every network; `chainId` is the one on which the user agreed. */
const Grant = object({ chainId: ChainId, address: ContractAddress });
export type Grant = Infer<typeof Grant>;

/** Accounts that the user has shared with a site, by its origin. */
const grantsEntry: Entry<Record<string, Grant[]>> = {
  key: 'grants',
  struct: byName(array(Grant)),
  empty: {},
  // If it is lost, no site sees anything until the user shares it again.
  isDispensable: true,
};

const same = (a: Pick<Grant, 'address'>, b: Pick<Grant, 'address'>) =>
  sameFelt(a.address, b.address);

export const grantsOf = (store: Store) => ({
  /** Every site that has access to an account. */
  all: (): Promise<Record<string, Grant[]>> => store.read(grantsEntry),

  async of(origin: string): Promise<Grant[]> {
    const grants = await store.read(grantsEntry);
    return Object.hasOwn(grants, origin) ? (grants[origin] ?? []) : [];
  },

  add: (origin: string, added: readonly Grant[]): Promise<void> =>
    store.update(grantsEntry, (draft) => {
      const known = draft[origin] ?? [];
      const fresh = added.filter((grant) => !known.some((other) => same(other, grant)));
      draft[origin] = [...known, ...fresh];
    }),

  /** Revokes all access of a site. */
  revoke: (origin: string): Promise<void> =>
    store.update(grantsEntry, (draft) => {
      delete draft[origin];
    }),
});

export const includesGrant = (grants: readonly Grant[], address: string): boolean =>
  grants.some((grant) => same(grant, { address }));

const Block = object({
  /** Unix milliseconds until which the site may not open a dialog. */
  until: integer(),
  /** Length of this block in milliseconds; the next one is twice as long. */
  length: integer(),
});
export type Block = Infer<typeof Block>;

/** Milliseconds left at `now`; 0 if the clock was set back before its start. */
export const blockedFor = (block: Block | undefined, now: number): number =>
  block && block.until - now <= block.length ? Math.max(0, block.until - now) : 0;

const blocksEntry: Entry<Record<string, Block>> = {
  key: 'blocks',
  struct: byName(Block),
  empty: {},
};

export type Blocks = ReturnType<typeof blocksOf>;

/** Sites that kept asking after refusals. */
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
