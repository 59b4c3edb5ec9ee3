import { array, type Infer, object, record, string, validate } from '@metamask/superstruct';
import { ContractAddress } from '../schema/primitives';
import { type Store, stateEntry } from './store';

const UsedAddresses = object({
  /** Addresses that an account sent to. */
  recipients: array(ContractAddress),
  /** Contracts that one called or allowed to spend. */
  contracts: array(ContractAddress),
});
export type UsedAddresses = Infer<typeof UsedAddresses>;

/** Number of addresses kept in each list. */
const MOST_KEPT = 4_000;
/** Number of a request's new addresses that a full list takes in place of its oldest. */
const MOST_REPLACED = 16;

const usedAddressesEntry = (chainId: string) =>
  stateEntry(`usedAddresses.${chainId}`, UsedAddresses, { recipients: [], contracts: [] });

/**
 * Addresses that the accounts of a network have used in approved requests; others cannot add to them.
 * Look-alikes are found by them, so an unreadable list is not taken for an empty one. One list for all
 * accounts: a review reads one value, however many accounts there are.
 */
export const createUsedAddresses = (store: Store) => ({
  list: (chainId: string): Promise<UsedAddresses> => store.read(usedAddressesEntry(chainId)),

  add: (chainId: string, used: UsedAddresses): Promise<void> =>
    store.replace(usedAddressesEntry(chainId), ({ recipients, contracts }) => ({
      recipients: withNewest(recipients, used.recipients),
      contracts: withNewest(contracts, used.contracts),
    })),
});

/**
 * One stored value for those of all accounts, as older versions kept them by address; takes its own
 * result as it is, as a step may be repeated. What cannot be read stays unreadable: it is not taken
 * for empty.
 */
export function uniteUsed(stored: unknown): unknown {
  if (UsedAddresses.is(stored)) return stored;
  const [error, lists] = validate(stored, record(string(), UsedAddresses));
  if (error) return stored;
  const all = Object.values(lists);
  const unite = (addresses: readonly string[][]) =>
    [...new Set(addresses.flat())].slice(-MOST_KEPT);
  return {
    recipients: unite(all.map(({ recipients }) => recipients)),
    contracts: unite(all.map(({ contracts }) => contracts)),
  };
}

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
