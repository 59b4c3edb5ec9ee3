import { fail } from '../../errors';
import { maxFeeOf } from '../../schema/transactionDetails';
import { formatUnits } from '../../starknet/amount';
import { boundsFor, capBounds, expectedFee, maximumFee } from '../../starknet/transactions/fees';
import type { ResourceBounds } from '../../starknet/transactions/transaction';
import type { Speed } from '../../ui/review/facts';
import type { Estimated } from './estimate';
import { fromFastest, speeds, tipFor } from './feeChoice';
import { refuseAbsurdPrices } from './priceCeilings';

export type Bound = {
  /** In the order of the transactions. */
  bounds: ResourceBounds[];
  /** FRI per unit of L2 gas, of every transaction; hex. */
  tip: string;
  /** FRI: what the transactions should cost, and what they can cost at most; tips included. */
  expected: bigint;
  maximum: bigint;
};

/**
 * Bounds and tip for estimated transactions: those of the speed, given up as far as `maxFee` or the
 * balance of the account asks for. A slower one never costs more. Bounds that the caller gave are
 * signed as they are, at every speed.
 * @throws insufficientFunds, feeAboveLimit
 */
export function boundTransactions(estimated: Estimated, speed: Speed = 'normal'): Bound {
  const { plan, estimates, strkBalance } = estimated;
  const { tip: asked = '0x0', resourceBounds } = plan.details;
  refuseAbsurdPrices(plan.account.chainId, estimates);
  const maxFee = maxFeeOf(plan.details);
  const least = expectedOf(estimated, '0x0');
  if (least > strkBalance) failForFunds(least, strkBalance);
  if (maxFee !== undefined && least > maxFee) failForLimit('Expected', least, maxFee);

  if (resourceBounds) {
    const bounds = withGiven(
      estimates.map((estimate) => boundsFor(estimate)),
      resourceBounds,
    );
    const maximum = maximumOf(bounds, asked);
    if (maxFee !== undefined && maximum > maxFee) failForLimit('The bounds allow', maximum, maxFee);
    if (maximum > strkBalance) failForFunds(maximum, strkBalance);
    return { bounds, tip: asked, expected: expectedOf(estimated, asked), maximum };
  }

  const isCapped = maxFee !== undefined && maxFee < strkBalance;
  let limit = isCapped ? maxFee : strkBalance;
  for (const pace of fromFastest) {
    const tip = tipFor(pace, estimates, { asked, limit });
    const bounds = boundsWithin(estimated, pace, { tip, limit });
    const maximum = bounds && maximumOf(bounds, tip);
    if (pace === speed) {
      const expected = expectedOf(estimated, tip);
      if (bounds && maximum !== undefined) return { bounds, tip, expected, maximum };
      if (isCapped) failForLimit('Expected with its tip', expected, maxFee);
      failForFunds(expected, strkBalance);
    }
    // The steps in which margins are given up could make a faster one cheaper by a hair.
    limit = maximum ?? limit;
  }
  return fail('internal', 'There is no such speed.');
}

const expectedOf = ({ estimates }: Estimated, tip: string): bigint =>
  estimates.reduce((sum, estimate) => sum + expectedFee(estimate, tip), 0n);
const maximumOf = (bounds: readonly ResourceBounds[], tip: string): bigint =>
  bounds.reduce((sum, each) => sum + maximumFee(each, tip), 0n);

/**
 * The bounds of a speed within a limit (FRI), of which each transaction gets a share by its fee.
 * Undefined where not even the estimate fits.
 */
function boundsWithin(
  estimated: Estimated,
  speed: Speed,
  { tip, limit }: { tip: string; limit: bigint },
): ResourceBounds[] | undefined {
  const expected = expectedOf(estimated, tip);
  const bounds = estimated.estimates.map((estimate) => {
    const least = expectedFee(estimate, tip);
    const maxFee = expected === 0n ? limit : (limit * least) / expected;
    return capBounds(estimate, speeds[speed].margins, { tip, maxFee });
  });
  return bounds.every((each) => each !== undefined) ? bounds : undefined;
}

/** The given bounds are those of the last transaction; a deployment before it keeps its own. */
const withGiven = (estimated: ResourceBounds[], given: ResourceBounds): ResourceBounds[] => [
  ...estimated.slice(0, -1),
  given,
];

const strk = (fri: bigint): string => `${formatUnits(fri, 18)} STRK`;

const failForLimit = (what: string, fee: bigint, maxFee: bigint): never =>
  fail('feeAboveLimit', `${what} ${strk(fee)}, allowed ${strk(maxFee)}.`);

const failForFunds = (needed: bigint, available: bigint): never =>
  fail('insufficientFunds', `The fee needs ${strk(needed)}; there is ${strk(available)}.`);
