import { array, type Infer, object, optional } from '@metamask/superstruct';
import { Count } from '@xnet/clients/schema/field';
import { ContractAddress, Felt } from '../schema/primitives';
import { dispensable, type Store, stateEntry } from './store';

const ArrivalMark = object({
  /** Unix milliseconds of the last reading, also of one that failed; 0 if never. */
  readAt: Count,
  /** The block up to which the arrivals of these accounts were read. */
  block: Count,
  accounts: array(ContractAddress),
  /** The block up to which what arrived is no news, at first or of an account that came later. */
  since: optional(Count),
  /** Hash of the block after `block`, at which the next reading begins; absent if unknown. */
  nextHash: optional(Felt),
  /** The newest transactions that were told of: a reorganisation may move them. */
  announcements: optional(array(object({ hash: Felt, block: Count }))),
});
export type ArrivalMark = Infer<typeof ArrivalMark>;

export const initialMark: ArrivalMark = { readAt: 0, block: 0, accounts: [] };

const markEntry = (chainId: string) =>
  dispensable(stateEntry(`arrivals.${chainId}`, ArrivalMark, initialMark));

/** How far incoming money was read, by network; forgetting it costs a notice and repeats none. */
export const createArrivals = (store: Store) => ({
  mark: (chainId: string): Promise<ArrivalMark> => store.read(markEntry(chainId)),
  setMark: (chainId: string, mark: ArrivalMark): Promise<void> =>
    store.write(markEntry(chainId), mark),
});
