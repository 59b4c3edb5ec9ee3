import { object } from '@metamask/superstruct';
import { AddedTransaction, BroadcastedTransaction, defineRemoteMethod } from '../method';

/** Hands a signed declaration, with the class itself, to the network. */
export const starknet_addDeclareTransaction = defineRemoteMethod({
  name: 'starknet_addDeclareTransaction',
  params: object({ declare_transaction: BroadcastedTransaction }),
  result: AddedTransaction,
  idempotent: false,
});
