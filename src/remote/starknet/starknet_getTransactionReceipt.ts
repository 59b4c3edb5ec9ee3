import { array, enums, integer, min, object, optional, string, type } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { defineRemoteMethod, nullAsAbsent } from '../method';

/** Tells what an executed transaction did and what it cost. */
export const starknet_getTransactionReceipt = defineRemoteMethod({
  name: 'starknet_getTransactionReceipt',
  params: object({ transaction_hash: Felt }),
  result: type({
    type: enums(['INVOKE', 'L1_HANDLER', 'DECLARE', 'DEPLOY', 'DEPLOY_ACCOUNT']),
    transaction_hash: Felt,
    actual_fee: type({ amount: Felt, unit: enums(['FRI', 'WEI']) }),
    finality_status: enums(['PRE_CONFIRMED', 'ACCEPTED_ON_L2', 'ACCEPTED_ON_L1']),
    execution_status: enums(['SUCCEEDED', 'REVERTED']),
    revert_reason: nullAsAbsent(string()),
    events: array(type({ from_address: Felt, keys: array(Felt), data: array(Felt) })),
    /** Address of the account that a DEPLOY_ACCOUNT made. */
    contract_address: optional(Felt),
    /** Absent while the block is not yet accepted. */
    block_hash: optional(Felt),
    block_number: optional(min(integer(), 0)),
  }),
});
