import { array, enums, object, type } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { defineRemoteMethod, nullAsAbsent } from '../method';

/** Reads a transaction; transaction not found if the node does not know it. */
export const starknet_getTransactionByHash = defineRemoteMethod({
  name: 'starknet_getTransactionByHash',
  params: object({ transaction_hash: Felt }),
  // One struct for all kinds and versions: each kind has some of these fields.
  result: type({
    transaction_hash: Felt,
    type: enums(['INVOKE', 'L1_HANDLER', 'DECLARE', 'DEPLOY', 'DEPLOY_ACCOUNT']),
    /** Absent in a deployment, and in an invoke transaction of version 0. */
    sender_address: nullAsAbsent(Felt),
    calldata: nullAsAbsent(array(Felt)),
    /** For a declaration or deployment. */
    class_hash: nullAsAbsent(Felt),
    constructor_calldata: nullAsAbsent(array(Felt)),
  }),
});
