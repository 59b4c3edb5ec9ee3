import { array, enums, object } from '@metamask/superstruct';
import { BlockId, BroadcastedTransaction, defineNodeMethod, NodeFeeEstimate } from './method';

export const starknet_estimateFee = defineNodeMethod({
  name: 'starknet_estimateFee',
  summary: 'Estimates the fees of transactions that run one after another on the given block.',
  params: object({
    request: array(BroadcastedTransaction),
    simulation_flags: array(enums(['SKIP_VALIDATE'])),
    block_id: BlockId,
  }),
  result: array(NodeFeeEstimate),
});
