import { enums, object, optional, type } from '@metamask/superstruct';
import { Count } from '@xnet/clients/schema/field';
import { Felt } from '../../schema/primitives';
import { defineRemoteMethod } from '../method';

/** Returns the block and the fee of an executed transaction. */
export const starknet_getTransactionReceipt = defineRemoteMethod({
  name: 'starknet_getTransactionReceipt',
  params: object({ transaction_hash: Felt }),
  result: type({
    transaction_hash: Felt,
    /** Absent until the block is accepted. */
    block_number: optional(Count),
    /** Fee that its sender paid. */
    actual_fee: optional(type({ amount: Felt, unit: enums(['FRI', 'WEI']) })),
  }),
});
