import { object } from '@metamask/superstruct';
import { AddedTransaction, BroadcastedTransaction, defineRemoteMethod } from '../method';

/** Submits a signed invoke transaction. */
export const starknet_addInvokeTransaction = defineRemoteMethod({
  name: 'starknet_addInvokeTransaction',
  params: object({ invoke_transaction: BroadcastedTransaction }),
  result: AddedTransaction,
  idempotent: false,
});
