import { object } from '@metamask/superstruct';
import { AddedTransaction, BroadcastedTransaction, defineNodeMethod } from './method';

export const starknet_addInvokeTransaction = defineNodeMethod({
  name: 'starknet_addInvokeTransaction',
  summary: 'Hands a signed invoke transaction to the network.',
  params: object({ invoke_transaction: BroadcastedTransaction }),
  result: AddedTransaction,
  idempotent: false,
});
