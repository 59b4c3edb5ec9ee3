import { boolean, type Infer, integer, nullable, object, string } from '@metamask/superstruct';
import { ContractAddress, sameFelt } from '../schema/primitives';
import { dispensable, listEntry, type Store } from './store';

const StoredContract = object({
  address: ContractAddress,
  /** Its token metadata, each null if the contract has none; null until queried. */
  token: nullable(object({ symbol: nullable(string()), decimals: nullable(integer()) })),
  /** True once it was seen to be older than a day; this never reverts. */
  isOld: boolean(),
});
export type StoredContract = Infer<typeof StoredContract>;

/** Number of the newest contracts kept: a request reads them all. */
const CONTRACTS_KEPT = 100;

const contractsEntry = (chainId: string) =>
  dispensable(listEntry(`contracts.${chainId}`, StoredContract));

/** Facts that a review read about contracts, so that it is not read again. */
export const createContracts = (store: Store) => ({
  list: (chainId: string): Promise<StoredContract[]> => store.read(contractsEntry(chainId)),

  keep: (chainId: string, read: readonly StoredContract[]): Promise<void> =>
    store.replace(contractsEntry(chainId), (stored) => {
      const isRead = (one: StoredContract) =>
        read.some((fresh) => sameFelt(fresh.address, one.address));
      return [...stored.filter((one) => !isRead(one)), ...read].slice(-CONTRACTS_KEPT);
    }),

  forget: (chainId: string): Promise<void> => store.write(contractsEntry(chainId), []),
});
