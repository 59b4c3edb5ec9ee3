import { enums, object, string, type } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { defineNodeMethod, nullAsAbsent } from './method';

export const starknet_getTransactionStatus = defineNodeMethod({
  name: 'starknet_getTransactionStatus',
  summary: 'Tells how far a transaction is; transaction not found where the node knows none.',
  params: object({ transaction_hash: Felt }),
  result: type({
    finality_status: enums([
      'RECEIVED',
      'CANDIDATE',
      'PRE_CONFIRMED',
      'ACCEPTED_ON_L2',
      'ACCEPTED_ON_L1',
    ]),
    execution_status: nullAsAbsent(enums(['SUCCEEDED', 'REVERTED'])),
    failure_reason: nullAsAbsent(string()),
  }),
});
