import { object } from '@metamask/superstruct';
import { AddedTransaction, BroadcastedTransaction, defineRemoteMethod } from '../method';

/** Hands a signed deploy account transaction to the network. */
export const starknet_addDeployAccountTransaction = defineRemoteMethod({
  name: 'starknet_addDeployAccountTransaction',
  params: object({ deploy_account_transaction: BroadcastedTransaction }),
  result: AddedTransaction,
  idempotent: false,
});
