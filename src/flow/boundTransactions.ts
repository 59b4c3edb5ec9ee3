import { fail } from '../errors';
import { formatUnits } from '../starknet/amount';
import { boundsFor, capBounds, maximumFee, sumFees } from '../starknet/fees';
import type { ResourceBounds } from '../starknet/transaction';
import type { Estimated } from './estimateTransaction';

export type Bound = {
  /** In the order of the transactions. */
  bounds: ResourceBounds[];
  /** FRI: what the transactions should cost, and what they can cost at most. */
  expected: bigint;
  maximum: bigint;
};

/**
 * Bounds for estimated transactions: the margins of boundsFor, given up as far as `maxFee` or the
 * balance of the account asks for. Bounds that the caller gave are signed as they are.
 * @throws insufficientFunds, feeAboveLimit
 */
export function boundTransactions({ plan, estimates, strkBalance }: Estimated): Bound {
  const tip = plan.details.tip ?? '0x0';
  const expected = sumFees(estimates);
  if (expected > strkBalance) failForFunds(expected, strkBalance);
  const maxFee = plan.details.maxFee === undefined ? undefined : BigInt(plan.details.maxFee);
  if (maxFee !== undefined && expected > maxFee)
    fail('feeAboveLimit', `Expected ${strk(expected)}, allowed ${strk(maxFee)}.`);

  const isCapped = maxFee !== undefined && maxFee < strkBalance;
  const limit = isCapped ? maxFee : strkBalance;
  const failForLimit = (): never =>
    isCapped
      ? fail('feeAboveLimit', `The fee with its tip is above ${strk(limit)}.`)
      : failForFunds(expected, limit);
  const bounds = plan.details.resourceBounds
    ? withGiven(estimates.map(boundsFor), plan.details.resourceBounds)
    : estimates.map((estimate) => {
        const wide = boundsFor(estimate);
        const share = expected === 0n ? limit : (limit * BigInt(estimate.overall_fee)) / expected;
        return capBounds(wide, tip, share) ?? failForLimit();
      });
  const maximum = bounds.reduce((sum, each) => sum + maximumFee(each, tip), 0n);
  if (maxFee !== undefined && maximum > maxFee)
    fail('feeAboveLimit', `The bounds allow ${strk(maximum)}, maxFee ${strk(maxFee)}.`);
  if (maximum > strkBalance) failForFunds(maximum, strkBalance);
  return { bounds, expected, maximum };
}

/** The given bounds are those of the last transaction; a deployment before it keeps its own. */
const withGiven = (estimated: ResourceBounds[], given: ResourceBounds): ResourceBounds[] => [
  ...estimated.slice(0, -1),
  given,
];

const strk = (fri: bigint): string => `${formatUnits(fri, 18)} STRK`;

const failForFunds = (needed: bigint, available: bigint): never =>
  fail('insufficientFunds', `The fee needs ${strk(needed)}; there is ${strk(available)}.`);
