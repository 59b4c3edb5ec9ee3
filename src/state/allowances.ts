import {
  enums,
  type Infer,
  integer,
  nullable,
  object,
  optional,
  string,
} from '@metamask/superstruct';
import { boundedList, Count, matching, text, whole } from '@xnet/clients/schema/field';
import { CalledAddress } from '../schema/primitives';
import { dispensable, listEntry, type Store, stateEntry } from './store';

/** A decimal number of up to 256 bits. */
const Decimal = matching('a decimal number', /^(0|[1-9][0-9]{0,77})$/u);

/** A contract's allowance for an account, as it was when it was read last. */
const StoredAllowance = object({
  token: CalledAddress,
  spender: CalledAddress,
  /** An amount of a token, one piece of a collection, or a whole collection. */
  of: enums(['amount', 'piece', 'all']),
  tokenId: nullable(Decimal),
  /** Block of the newest event about it; null if a transaction of the account told of it. */
  block: nullable(Count),
  /** When it was given, in unix seconds; absent if that was not read. */
  time: optional(integer()),
  /** In smallest units; 1 for pieces and collections. */
  amount: Decimal,
  /** The function that changes it. */
  entrypoint: enums(['approve', 'set_approval_for_all', 'setApprovalForAll']),
  /** The contract's name of its token; null if it does not say. */
  symbol: nullable(text('a symbol', /\S/u, 64)),
  decimals: nullable(whole('decimals', 0, 36)),
});
export type StoredAllowance = Infer<typeof StoredAllowance>;

/** Number of allowances kept for an account. */
export const ALLOWANCES_KEPT = 60;

/** The allowances of an account, and the blocks whose events were read, inclusive. */
const AllowancesRead = object({
  low: Count,
  high: Count,
  /** Time of block `low`, in unix seconds; null if the node did not tell it. */
  lowTime: nullable(integer()),
  /** Number of blocks for the next query. */
  span: whole('blocks', 1),
  /** Unix milliseconds. */
  readAt: integer(),
  allowances: boundedList(StoredAllowance, 0, ALLOWANCES_KEPT),
});
export type AllowancesRead = Infer<typeof AllowancesRead>;

const allowancesEntry = (chainId: string, account: string) =>
  dispensable(stateEntry(`allowances.${chainId}.${account}`, nullable(AllowancesRead), null));

/** An allowance that a site requested, and the user agreed to. */
const RequestedAllowance = object({
  token: CalledAddress,
  spender: CalledAddress,
  site: string(),
  /** Unix seconds. */
  time: integer(),
});
export type RequestedAllowance = Infer<typeof RequestedAllowance>;

const requestedEntry = (chainId: string, account: string) =>
  dispensable(listEntry(`requestedAllowances.${chainId}.${account}`, RequestedAllowance));

/** Allowances of contracts for an account: all of it can be read from the chain again. */
export const createAllowances = (store: Store) => ({
  of: (chainId: string, account: string): Promise<AllowancesRead | null> =>
    store.read(allowancesEntry(chainId, account)),
  keep: (chainId: string, account: string, read: AllowancesRead): Promise<void> =>
    store.write(allowancesEntry(chainId, account), read),

  /** Those that sites requested, the newest first: no chain tells who asked. */
  requested: (chainId: string, account: string): Promise<RequestedAllowance[]> =>
    store.read(requestedEntry(chainId, account)),
  addRequested: (
    chainId: string,
    account: string,
    added: readonly RequestedAllowance[],
  ): Promise<void> =>
    store.replace(requestedEntry(chainId, account), (all) =>
      [...added, ...all].slice(0, ALLOWANCES_KEPT),
    ),
});
