import { object, optional, string, type } from '@metamask/superstruct';
import { Count } from '@xnet/clients/schema/field';
import { gasFields } from '../../schema/gas';
import { U128 } from '../../schema/primitives';
import { BlockId, defineRemoteMethod, nullAsAbsent } from '../method';

const GasPrice = type({ price_in_fri: U128 });

/** Reads the header of a block; ignores the hashes of its transactions. */
export const starknet_getBlockWithTxHashes = defineRemoteMethod({
  name: 'starknet_getBlockWithTxHashes',
  params: object({ block_id: BlockId }),
  result: type({
    /** Absent until the block is accepted. */
    block_number: optional(Count),
    /** Unix seconds. */
    timestamp: Count,
    ...gasFields('price', () => nullAsAbsent(GasPrice)),
    /** Such as 0.14.1; it determines how compiled classes are hashed. */
    starknet_version: nullAsAbsent(string()),
  }),
});
