import type { DeployFeeEstimate } from '../../schema/feeEstimate';
import { boundsFor, maximumFee, sumFees } from '../../starknet/transactions/fees';
import type { Estimated } from './estimate';

/** The spec's fee estimate. Its one gas figure is the L2 gas, which carries nearly all of a fee. */
export function feeEstimateOf({ plan, estimates }: Estimated): DeployFeeEstimate {
  const tip = plan.details.tip ?? '0x0';
  const suggested = estimates.reduce((sum, each) => sum + maximumFee(boundsFor(each), tip), 0n);
  const gas = estimates.reduce((sum, { l2_gas_consumed }) => sum + BigInt(l2_gas_consumed), 0n);
  return {
    suggestedMaxFee: String(suggested),
    overallFee: String(sumFees(estimates)),
    gasConsumed: String(gas),
    gasPrice: String(BigInt(estimates[0]?.l2_gas_price ?? 0)),
    unit: 'wei',
  };
}
