import { object } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { defineRemoteMethod } from '../method';
import { TransactionTrace } from './trace';

/** Returns which contracts a transaction called, and what each of them emitted. */
export const starknet_traceTransaction = defineRemoteMethod({
  name: 'starknet_traceTransaction',
  params: object({ transaction_hash: Felt }),
  result: TransactionTrace,
});
