import { array, coerce, enums, object, type, unknown } from '@metamask/superstruct';
import { BlockId, BroadcastedTransaction, defineRemoteMethod, NodeFeeEstimate } from '../method';
import { TransactionTrace } from './trace';

const Simulated = array(
  type({ transaction_trace: TransactionTrace, fee_estimation: NodeFeeEstimate }),
);
/** 0.10 uses this wrapper if the initial reads are requested; some nodes always do. */
const Wrapped = type({ simulated_transactions: array(unknown()) });

/** Simulates transactions in sequence on the given block; returns their effects and costs. */
export const starknet_simulateTransactions = defineRemoteMethod({
  name: 'starknet_simulateTransactions',
  params: object({
    block_id: BlockId,
    transactions: array(BroadcastedTransaction),
    simulation_flags: array(enums(['SKIP_VALIDATE', 'SKIP_FEE_CHARGE'])),
  }),
  result: coerce(Simulated, Wrapped, ({ simulated_transactions }) => simulated_transactions),
});
