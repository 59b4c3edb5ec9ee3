import { object } from '@metamask/superstruct';
import { AddedTransaction, BroadcastedTransaction, defineRemoteMethod } from '../method';

/** Submits a signed declaration, including the class itself. */
export const starknet_addDeclareTransaction = defineRemoteMethod({
  name: 'starknet_addDeclareTransaction',
  params: object({ declare_transaction: BroadcastedTransaction }),
  result: AddedTransaction,
  idempotent: false,
});
