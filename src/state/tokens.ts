import { type Infer, integer, object, optional, string } from '@metamask/superstruct';
import { IpfsLink } from '../schema/ipfsLink';
import { ContractAddress, sameFelt } from '../schema/primitives';
import { dispensable, listEntry, type Store } from './store';

const StoredToken = object({
  address: ContractAddress,
  name: string(),
  symbol: string(),
  decimals: integer(),
  /** Absent if none was given. */
  logo: optional(IpfsLink),
});
export type StoredToken = Infer<typeof StoredToken>;

const tokensEntry = (chainId: string) => dispensable(listEntry(`tokens.${chainId}`, StoredToken));

/** Tokens that the user has added to the watch list; well-known ones are not stored. */
export const tokensOf = (store: Store) => ({
  list: (chainId: string): Promise<StoredToken[]> => store.read(tokensEntry(chainId)),
  save: (chainId: string, token: StoredToken): Promise<void> =>
    store.update(tokensEntry(chainId), (draft) => {
      const known = draft.findIndex(({ address }) => sameFelt(address, token.address));
      if (known === -1) draft.push(token);
      else draft[known] = token;
    }),
});
