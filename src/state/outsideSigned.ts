import { type Infer, integer, object, optional, string } from '@metamask/superstruct';
import { withDefault } from '@xnet/clients/schema/field';
import { Felt } from '../schema/primitives';
import { FOREIGN_NONCE } from '../schema/transaction';
import { listEntry, type Store } from './store';

const OutsideSigned = object({
  /** Hash of the signed typed data. */
  hash: Felt,
  /** Unix seconds until which others can carry it out. */
  before: integer(),
  /** Nonce of the outside execution, accepted once. Early versions did not store it. */
  nonce: withDefault(Felt, FOREIGN_NONCE),
  /** Origin that received the signature; absent if it was a paymaster. */
  site: optional(string()),
  /** Hash of the transaction that a paymaster has reported for it. */
  sentAs: optional(Felt),
});
export type OutsideSigned = Infer<typeof OutsideSigned>;

/** Tolerance for a clock that is ahead, in seconds. */
const MARGIN = 30 * 86_400;

const signedBy = (chainId: string, account: string) =>
  listEntry(`outsideSigned.${chainId}.${account}`, OutsideSigned);

/** Calls that an account has signed for others to execute. */
export const createOutsideSigned = (store: Store) => ({
  /** Those that can still be executed at `now`, in unix seconds. */
  alive: async (chainId: string, account: string, now: number): Promise<OutsideSigned[]> =>
    (await store.read(signedBy(chainId, account))).filter(({ before: expiry }) => expiry > now),

  /** Replaces one of the same hash. Removes those that expired long before `now`, in unix seconds. */
  add: (chainId: string, account: string, signed: OutsideSigned, now: number): Promise<void> =>
    store.replace(signedBy(chainId, account), (all) => [
      ...all.filter(({ hash, before: expiry }) => hash !== signed.hash && expiry > now - MARGIN),
      signed,
    ]),
});
