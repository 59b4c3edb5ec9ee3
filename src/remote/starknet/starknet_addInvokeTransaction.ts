import { object } from '@metamask/superstruct';
import { AddedTransaction, BroadcastedTransaction, defineRemoteMethod } from '../method';

/** Hands a signed invoke transaction to the network. */
export const starknet_addInvokeTransaction = defineRemoteMethod({
  name: 'starknet_addInvokeTransaction',
  params: object({ invoke_transaction: BroadcastedTransaction }),
  result: AddedTransaction,
  idempotent: false,
});
