import { array, type Infer, object } from '@metamask/superstruct';
import { ContractAddress } from '../schema/primitives';
import { type Store, stateEntry } from './store';

const UsedAddresses = object({
  /** Addresses that the account sent to. */
  recipients: array(ContractAddress),
  /** Contracts that it called or allowed to spend. */
  contracts: array(ContractAddress),
});
export type UsedAddresses = Infer<typeof UsedAddresses>;

/** Number of the newest addresses kept in each list. */
const ADDRESSES_KEPT = 100;

const usedAddressesEntry = (chainId: string, account: string) =>
  stateEntry(`usedAddresses.${chainId}.${account}`, UsedAddresses, {
    recipients: [],
    contracts: [],
  });

/**
 * Addresses that an account has used in approved requests; others cannot add to them. Look-alikes are
 * found by them, so an unreadable list is not taken for an empty one.
 */
export const createUsedAddresses = (store: Store) => ({
  of: (chainId: string, account: string): Promise<UsedAddresses> =>
    store.read(usedAddressesEntry(chainId, account)),

  add: (chainId: string, account: string, used: UsedAddresses): Promise<void> =>
    store.replace(usedAddressesEntry(chainId, account), ({ recipients, contracts }) => ({
      recipients: newestFirst(recipients, used.recipients),
      contracts: newestFirst(contracts, used.contracts),
    })),
});

const newestFirst = (before: readonly string[], added: readonly string[]): string[] => {
  const all = new Set([...before.filter((address) => !added.includes(address)), ...added]);
  return [...all].slice(-ADDRESSES_KEPT);
};
