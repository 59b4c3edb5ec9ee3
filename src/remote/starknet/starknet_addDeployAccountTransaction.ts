import { object } from '@metamask/superstruct';
import { AddedTransaction, BroadcastedTransaction, defineNodeMethod } from './method';

export const starknet_addDeployAccountTransaction = defineNodeMethod({
  name: 'starknet_addDeployAccountTransaction',
  summary: 'Hands a signed deploy account transaction to the network.',
  params: object({ deploy_account_transaction: BroadcastedTransaction }),
  result: AddedTransaction,
  idempotent: false,
});
