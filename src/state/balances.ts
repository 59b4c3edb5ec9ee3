import { type Infer, integer, object, record } from '@metamask/superstruct';
import { ContractAddress, Hex } from '../schema/primitives';
import { dispensable, type Store, stateEntry } from './store';

const LastBalances = object({
  /** Unix milliseconds; 0 if never. */
  readAt: integer(),
  /** By account, then by token, in the smallest unit. */
  of: record(ContractAddress, record(ContractAddress, Hex)),
});
export type LastBalances = Infer<typeof LastBalances>;

const balancesEntry = (chainId: string) =>
  dispensable(stateEntry(`balances.${chainId}`, LastBalances, { readAt: 0, of: {} }));

/** Balances that a node reported last: shown until it says it again, and never signed by. */
export const createBalances = (store: Store) => ({
  last: (chainId: string): Promise<LastBalances> => store.read(balancesEntry(chainId)),
  /** Other updates of the network wait. */
  keep: (chainId: string, change: (last: LastBalances) => LastBalances): Promise<void> =>
    store.replace(balancesEntry(chainId), change),
});
