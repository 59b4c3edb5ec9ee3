import { array, enums, object, type } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { defineNodeMethod, nullAsAbsent } from './method';

export const starknet_getTransactionByHash = defineNodeMethod({
  name: 'starknet_getTransactionByHash',
  summary: 'Reads a transaction; transaction not found where the node knows none.',
  params: object({ transaction_hash: Felt }),
  // One struct for all kinds and versions: each kind has some of these fields.
  result: type({
    transaction_hash: Felt,
    type: enums(['INVOKE', 'L1_HANDLER', 'DECLARE', 'DEPLOY', 'DEPLOY_ACCOUNT']),
    /** Absent in a deployment, and in an invocation of version 0. */
    sender_address: nullAsAbsent(Felt),
    calldata: nullAsAbsent(array(Felt)),
    /** Of a declaration and a deployment. */
    class_hash: nullAsAbsent(Felt),
    constructor_calldata: nullAsAbsent(array(Felt)),
  }),
});
