import { object, optional, type } from '@metamask/superstruct';
import { Count } from '@xnet/clients/schema/field';
import { Felt } from '../../schema/primitives';
import { defineRemoteMethod } from '../method';

/** Tells in which block an executed transaction is. */
export const starknet_getTransactionReceipt = defineRemoteMethod({
  name: 'starknet_getTransactionReceipt',
  params: object({ transaction_hash: Felt }),
  result: type({
    transaction_hash: Felt,
    /** Absent while the block is not yet accepted. */
    block_number: optional(Count),
  }),
});
