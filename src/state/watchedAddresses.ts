import { type Infer, integer, object, record } from '@metamask/superstruct';
import { AccountName } from '../schema/account';
import { ContractAddress, Hex, sameFelt } from '../schema/primitives';
import { dispensable, listEntry, type Store } from './store';

/** Balances of one address, as a node reported them last. */
const Holding = object({
  /** Unix milliseconds; 0 if never. */
  readAt: integer(),
  /** By token, in the smallest unit. */
  amounts: record(ContractAddress, Hex),
});

/** An address that the user only looks at: no account, so nothing that signs or asks a site knows it. */
export const WatchedAddress = object({
  address: ContractAddress,
  name: AccountName,
  holding: Holding,
});
export type WatchedAddress = Infer<typeof WatchedAddress>;

/** Addresses that can be watched on a network: each is a line on the module's page. */
export const MOST_WATCHED = 20;

const watchedAddressesEntry = (chainId: string) =>
  dispensable(listEntry(`watchedAddresses.${chainId}`, WatchedAddress));

/** The addresses that the user watches on a network, the last one at the end. */
export const createWatchedAddresses = (store: Store) => ({
  list: (chainId: string): Promise<WatchedAddress[]> => store.read(watchedAddressesEntry(chainId)),

  /** Adds an address, or renames it. @returns false if there are too many */
  save: (
    chainId: string,
    { address, name }: Pick<WatchedAddress, 'address' | 'name'>,
  ): Promise<boolean> =>
    store.update(watchedAddressesEntry(chainId), (draft) => {
      const present = findIn(draft, address);
      if (present) present.name = name;
      else if (draft.length >= MOST_WATCHED) return false;
      else draft.push({ address, name, holding: { readAt: 0, amounts: {} } });
      return true;
    }),

  /** Keeps what an address has; does nothing if it is no longer watched. */
  keep: (chainId: string, address: string, holding: WatchedAddress['holding']): Promise<void> =>
    store.update(watchedAddressesEntry(chainId), (draft) => {
      const present = findIn(draft, address);
      if (present) present.holding = holding;
    }),

  forget: (chainId: string, forgotten: string): Promise<void> =>
    store.replace(watchedAddressesEntry(chainId), (list) =>
      list.filter(({ address }) => !sameFelt(address, forgotten)),
    ),
});

const findIn = (list: WatchedAddress[], wanted: string): WatchedAddress | undefined =>
  list.find(({ address }) => sameFelt(address, wanted));
