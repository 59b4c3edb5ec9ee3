import { array, integer, min, object, optional, type } from '@metamask/superstruct';
import { Felt, U128 } from '../../schema/primitives';
import { BlockId } from './blockId';
import { defineNodeMethod, nullAsAbsent } from './method';

export const starknet_getBlockWithTxHashes = defineNodeMethod({
  name: 'starknet_getBlockWithTxHashes',
  summary: 'Reads the header of a block and the hashes of its transactions.',
  params: object({ block_id: BlockId }),
  result: type({
    /** Absent while the block is not yet accepted. */
    block_hash: optional(Felt),
    block_number: optional(min(integer(), 0)),
    /** Unix seconds. */
    timestamp: min(integer(), 0),
    transactions: array(Felt),
    l2_gas_price: nullAsAbsent(type({ price_in_fri: U128 })),
  }),
});
