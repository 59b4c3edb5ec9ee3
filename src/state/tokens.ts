import {
  array,
  boolean,
  type Infer,
  integer,
  object,
  optional,
  string,
} from '@metamask/superstruct';
import { IpfsLink } from '../schema/ipfsLink';
import { ContractAddress, sameFelt } from '../schema/primitives';
import { dispensable, listEntry, type Store, stateEntry } from './store';

export const StoredToken = object({
  address: ContractAddress,
  name: string(),
  symbol: string(),
  decimals: integer(),
  /** Absent if none was given. */
  logo: optional(IpfsLink),
  /** Symbol and decimals it was added with, if its contract has said otherwise since and the user not agreed yet. */
  was: optional(object({ symbol: string(), decimals: integer() })),
});
/** A contract's statement of its token. */
type Said = { readonly symbol: string; readonly decimals: number };
export type StoredToken = Infer<typeof StoredToken>;

const tokensEntry = (chainId: string) => dispensable(listEntry(`tokens.${chainId}`, StoredToken));

export const Arrangement = object({
  /** Addresses of the first ones; all others follow in their own order. */
  first: array(ContractAddress),
  /** True if tokens without a balance are left out. */
  hidesZero: boolean(),
});
type Arrangement = Infer<typeof Arrangement>;
const arrangementEntry = (chainId: string) =>
  dispensable(
    stateEntry(`tokenArrangement.${chainId}`, Arrangement, { first: [], hidesZero: false }),
  );

/** Tokens that the user has added to the watch list; well-known ones are not stored. */
export const createTokens = (store: Store) => ({
  list: (chainId: string): Promise<StoredToken[]> => store.read(tokensEntry(chainId)),
  save: (chainId: string, token: StoredToken): Promise<void> =>
    store.update(tokensEntry(chainId), (draft) => {
      const index = draft.findIndex(({ address }) => sameFelt(address, token.address));
      if (index === -1) draft.push(token);
      else draft[index] = token;
    }),

  /** Notes what a contract says now, and what it said before until the user has agreed to that. */
  renew: (chainId: string, address: string, now: Said): Promise<void> =>
    store.update(tokensEntry(chainId), (draft) => {
      const stored = draft.find((one) => sameFelt(one.address, address));
      if (!stored || isSame(stored, now)) return;
      const { was = { symbol: stored.symbol, decimals: stored.decimals } } = stored;
      Object.assign(stored, now);
      if (isSame(was, now)) delete stored.was;
      else stored.was = was;
    }),

  remove: (chainId: string, address: string): Promise<void> =>
    store.replace(tokensEntry(chainId), (tokens) =>
      tokens.filter((one) => !sameFelt(one.address, address)),
    ),

  /** How the user's page lists the tokens of a network, the well-known ones, too. */
  arrangement: (chainId: string): Promise<Arrangement> => store.read(arrangementEntry(chainId)),
  arrange: (chainId: string, arrangement: Arrangement): Promise<void> =>
    store.write(arrangementEntry(chainId), arrangement),

  /** The user has agreed to what these say now. */
  agree: (chainId: string, addresses: readonly string[]): Promise<void> =>
    store.update(tokensEntry(chainId), (draft) => {
      for (const one of draft)
        if (addresses.some((address) => sameFelt(one.address, address))) delete one.was;
    }),
});

const isSame = (a: Said, b: Said): boolean => a.symbol === b.symbol && a.decimals === b.decimals;
