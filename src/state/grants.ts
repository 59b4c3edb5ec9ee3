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

/** Indexes of the phrase that the user let a site look for on a network, both included. */
const Scan = object({ chainId: ChainId, first: integer(), last: integer() });
export type AllowedScan = Infer<typeof Scan>;

const scansEntry: Entry<Record<string, AllowedScan[]>> = {
  key: 'scans',
  struct: byName(array(Scan)),
  empty: {},
  // If it is lost, sites ask again.
  isDispensable: true,
};

/** The grants of each site; an older one is asked about again. */
const SCANS_KEPT = 8;

const covers = (a: AllowedScan, b: AllowedScan): boolean =>
  a.chainId === b.chainId && a.first <= b.first && b.last <= a.last;

const same = (a: Pick<Grant, 'address'>, b: Pick<Grant, 'address'>) =>
  sameFelt(a.address, b.address);

export const createGrants = (store: Store) => ({
  /** Every site that has access to an account. */
  all: (): Promise<Record<string, Grant[]>> => store.read(grantsEntry),

  async of(origin: string): Promise<Grant[]> {
    const grants = await store.read(grantsEntry);
    if (Object.hasOwn(grants, origin)) return grants[origin] ?? [];
    return [];
  },

  add: (origin: string, added: readonly Grant[]): Promise<void> =>
    store.update(grantsEntry, (draft) => {
      const stored = draft[origin] ?? [];
      const fresh = added.filter((grant) => !stored.some((existing) => same(existing, grant)));
      draft[origin] = [...stored, ...fresh];
    }),

  /** True if the user has already let the site look for all of these indexes. */
  async maySearch(origin: string, scan: AllowedScan): Promise<boolean> {
    const scans = await store.read(scansEntry);
    return Object.hasOwn(scans, origin) && (scans[origin] ?? []).some((one) => covers(one, scan));
  },

  allowSearch: (origin: string, scan: AllowedScan): Promise<void> =>
    store.update(scansEntry, (draft) => {
      const otherGrants = (draft[origin] ?? []).filter((one) => !covers(scan, one));
      draft[origin] = [...otherGrants.slice(1 - SCANS_KEPT), scan];
    }),

  /** Revokes all access of a site. */
  async revoke(origin: string): Promise<void> {
    await store.update(grantsEntry, (draft) => {
      delete draft[origin];
    });
    await store.update(scansEntry, (draft) => {
      delete draft[origin];
    });
  },
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
export const getBlockedMs = (block: Block | undefined, now: number): number => {
  if (block && block.until - now <= block.length) return Math.max(0, block.until - now);
  return 0;
};

const blocksEntry: Entry<Record<string, Block>> = {
  key: 'blocks',
  struct: byName(Block),
  empty: {},
};

export type Blocks = ReturnType<typeof createBlocks>;

/** Sites that kept asking after refusals. */
export const createBlocks = (store: Store) => ({
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
