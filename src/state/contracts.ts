import {
  array,
  boolean,
  type Infer,
  integer,
  nullable,
  object,
  string,
} from '@metamask/superstruct';
import { ContractAddress, sameFelt } from '../schema/primitives';
import type { Entry, Store } from './store';

const KnownContract = object({
  address: ContractAddress,
  /** What it says of itself as a token, each null where it says nothing; null until it was asked. */
  token: nullable(object({ symbol: nullable(string()), decimals: nullable(integer()) })),
  /** True once it was seen to be older than a day; it only gets older. */
  isOld: boolean(),
});
export type KnownContract = Infer<typeof KnownContract>;

/** The newest so many: a request reads them all. */
const MOST = 100;

const entry = (chainId: string): Entry<KnownContract[]> => ({
  key: `contracts.${chainId}`,
  struct: array(KnownContract),
  empty: () => [],
});

/** What was read of contracts for a review, so that it is not read again. */
export const contractsOf = (store: Store) => ({
  list: (chainId: string): Promise<KnownContract[]> => store.read(entry(chainId)),

  keep: (chainId: string, read: readonly KnownContract[]): Promise<void> =>
    store.update(entry(chainId), (draft) => {
      const others = draft.filter(
        ({ address }) => !read.some((each) => sameFelt(each.address, address)),
      );
      draft.splice(0, draft.length, ...[...others, ...read].slice(-MOST));
    }),
});
