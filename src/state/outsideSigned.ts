import { type Infer, integer, object, optional, string } from '@metamask/superstruct';
import { withDefault } from '@xnet/clients/schema/field';
import { Felt } from '../schema/primitives';
import { FOREIGN_NONCE } from '../schema/transaction';
import { listEntry, type Store } from './store';

const OutsideSigned = object({
  /** Of the typed data that was signed. */
  hash: Felt,
  /** Unix seconds until which others can carry it out. */
  before: integer(),
  /** Of the outside execution, which the account takes once. It was not kept at first. */
  nonce: withDefault(Felt, FOREIGN_NONCE),
  /** Origin that was given the signature; absent where a paymaster was. */
  site: optional(string()),
});
export type OutsideSigned = Infer<typeof OutsideSigned>;

/** By which a clock may be ahead, in seconds. */
const MARGIN = 30 * 86_400;

const signedBy = (chainId: string, account: string) =>
  listEntry(`outsideSigned.${chainId}.${account}`, OutsideSigned);

/** Calls that an account has signed for others to carry out, who have not said what became of it. */
export const outsideSignedOf = (store: Store) => ({
  /** Those that can still be carried out at `now`, in unix seconds. */
  alive: async (chainId: string, account: string, now: number): Promise<OutsideSigned[]> =>
    (await store.read(signedBy(chainId, account))).filter(({ before }) => before > now),

  /** Those whose time was over long before `now`, in unix seconds, make room. */
  add: (chainId: string, account: string, signed: OutsideSigned, now: number): Promise<void> =>
    store.replace(signedBy(chainId, account), (all) => [
      ...all.filter(({ before }) => before > now - MARGIN),
      signed,
    ]),

  drop: (chainId: string, account: string, hash: string): Promise<void> =>
    store.replace(signedBy(chainId, account), (all) => all.filter((one) => one.hash !== hash)),
});
