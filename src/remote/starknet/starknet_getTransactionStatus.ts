import { enums, object, string, type } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { executionStatuses, finalityStatuses } from '../../schema/transaction';
import { defineRemoteMethod, nullAsAbsent } from '../method';

/** Returns the status of a transaction; transaction not found if the node does not know it. */
export const starknet_getTransactionStatus = defineRemoteMethod({
  name: 'starknet_getTransactionStatus',
  params: object({ transaction_hash: Felt }),
  result: type({
    finality_status: enums(finalityStatuses),
    execution_status: nullAsAbsent(enums(executionStatuses)),
    failure_reason: nullAsAbsent(string()),
  }),
});
