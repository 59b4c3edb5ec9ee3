import {
  enums,
  type Infer,
  integer,
  nullable,
  object,
  optional,
  string,
} from '@metamask/superstruct';
import { ContractAddress, Felt } from '../schema/primitives';
import { dispensable, listEntry, type Store } from './store';

/** A signature that a site received, with which it can act for the account. */
const HeldSignature = object({
  site: string(),
  /** Address of the account that signed. */
  account: ContractAddress,
  /** Power of whoever holds it; `unknown` if nobody here can tell. */
  power: enums(['session', 'order', 'delegation', 'calls', 'unknown']),
  /** Name of the message's type, as the site wrote it. */
  type: string(),
  /** All that an order can take, in the smallest unit, if it is an amount of one token. */
  most: optional(object({ amount: string(), token: ContractAddress })),
  /** Unix seconds of the latest end that the message names; null if it names none. */
  ends: nullable(integer()),
  /** Unix seconds. */
  signedAt: integer(),
  /** Hash of the message, for a session of which a known contract says whether it has ended. */
  hash: optional(Felt),
});
export type HeldSignature = Infer<typeof HeldSignature>;

/** Signatures that are kept of a network: a page that nobody could read would be no list. */
const MOST = 50;

const signaturesOn = (chainId: string) =>
  dispensable(listEntry(`signatures.${chainId}`, HeldSignature));

/** Signatures that the user has given to sites, the newest at the end. */
export const createSignatures = (store: Store) => ({
  /** Those that have not ended at `now`, in unix seconds. */
  alive: async (chainId: string, now: number): Promise<HeldSignature[]> =>
    (await store.read(signaturesOn(chainId))).filter(({ ends }) => ends === null || ends > now),

  /** Forgets sessions that have ended. */
  drop: (chainId: string, hashes: readonly string[]): Promise<void> =>
    store.replace(signaturesOn(chainId), (all) =>
      all.filter(({ hash }) => hash === undefined || !hashes.includes(hash)),
    ),

  /** Adds one, without waiting for the wallet; drops those that have ended, and one that is too many. */
  add: (chainId: string, signature: HeldSignature, now: number): Promise<void> =>
    store.replace(signaturesOn(chainId), (all) =>
      withinRoom([...all.filter(({ ends }) => ends === null || ends > now), signature]),
    ),
});

/** Orders come by the dozen: they must not crowd out what acts for the account again and again. */
const actsAgain = ({ power }: HeldSignature): boolean =>
  power === 'session' || power === 'delegation';

/** The same without the oldest one, if there are too many. */
function withinRoom(all: readonly HeldSignature[]): HeldSignature[] {
  if (all.length <= MOST) return [...all];
  const oldest = all.find((one) => !actsAgain(one)) ?? all[0];
  return all.filter((one) => one !== oldest);
}
