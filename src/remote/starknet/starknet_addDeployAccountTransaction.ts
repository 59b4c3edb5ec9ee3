import { object } from '@metamask/superstruct';
import { AddedTransaction, BroadcastedTransaction, defineRemoteMethod } from '../method';

/** Submits a signed deploy account transaction. */
export const starknet_addDeployAccountTransaction = defineRemoteMethod({
  name: 'starknet_addDeployAccountTransaction',
  params: object({ deploy_account_transaction: BroadcastedTransaction }),
  result: AddedTransaction,
  idempotent: false,
});
