import { object } from '@metamask/superstruct';
import { AddedTransaction, BroadcastedTransaction, defineNodeMethod } from './method';

export const starknet_addDeclareTransaction = defineNodeMethod({
  name: 'starknet_addDeclareTransaction',
  summary: 'Hands a signed declaration, with the class itself, to the network.',
  params: object({ declare_transaction: BroadcastedTransaction }),
  result: AddedTransaction,
  idempotent: false,
});
