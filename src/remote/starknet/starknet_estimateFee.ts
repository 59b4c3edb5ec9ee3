import { array, enums, object } from '@metamask/superstruct';
import { BlockId, BroadcastedTransaction, defineRemoteMethod, NodeFeeEstimate } from '../method';

/** Estimates the fees of transactions that run in sequence on the given block. */
export const starknet_estimateFee = defineRemoteMethod({
  name: 'starknet_estimateFee',
  params: object({
    request: array(BroadcastedTransaction),
    simulation_flags: array(enums(['SKIP_VALIDATE'])),
    block_id: BlockId,
  }),
  result: array(NodeFeeEstimate),
});
