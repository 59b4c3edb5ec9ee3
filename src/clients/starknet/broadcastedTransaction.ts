import { define, type } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';

/** BROADCASTED_TXN of the node API: built and signed elsewhere, sent as it is. */
export const BroadcastedTransaction = define<object>(
  'a transaction',
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** What the node answers to a transaction that it took. */
export const AddedTransaction = type({ transaction_hash: Felt });
