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

/** Number of addresses kept in each list. */
const MOST_KEPT = 4_000;
/** Number of a request's new addresses that a full list takes in place of its oldest. */
const MOST_REPLACED = 16;

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
      recipients: withNewest(recipients, used.recipients),
      contracts: withNewest(contracts, used.contracts),
    })),
});

/**
 * The addresses with the newest at the end. A site chooses whom a request pays, so that one request
 * replaces few addresses of a full list, however many it has.
 */
const withNewest = (addresses: readonly string[], added: readonly string[]): string[] => {
  const listed = new Set(addresses);
  const free = Math.max(MOST_REPLACED, MOST_KEPT - addresses.length);
  const fresh = [...new Set(added)].filter((address) => !listed.has(address)).slice(0, free);
  const renewed = new Set(added.filter((address) => listed.has(address)));
  const all = [...addresses.filter((address) => !renewed.has(address)), ...renewed, ...fresh];
  return all.slice(-MOST_KEPT);
};
