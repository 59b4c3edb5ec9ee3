import { array, coerce, enums, object, type, unknown } from '@metamask/superstruct';
import { BlockId, BroadcastedTransaction, defineRemoteMethod, NodeFeeEstimate } from '../method';
import { TransactionTrace } from './trace';

const Simulated = array(
  type({ transaction_trace: TransactionTrace, fee_estimation: NodeFeeEstimate }),
);
/** 0.10 has this around it for whoever asks for the initial reads, too; some nodes always do. */
const Wrapped = type({ simulated_transactions: array(unknown()) });

/** Runs transactions one after another on the given block and tells what they do and cost. */
export const starknet_simulateTransactions = defineRemoteMethod({
  name: 'starknet_simulateTransactions',
  params: object({
    block_id: BlockId,
    transactions: array(BroadcastedTransaction),
    simulation_flags: array(enums(['SKIP_VALIDATE', 'SKIP_FEE_CHARGE'])),
  }),
  result: coerce(Simulated, Wrapped, ({ simulated_transactions }) => simulated_transactions),
});
