import { fail } from '@xnet/clients/errors';
import { networkDefinitions } from '../../networks/networks';
import { gasKinds } from '../../schema/gas';
import { type ChainId, lesser } from '../../schema/primitives';
import { parseMaxFee, type TransactionDetails } from '../../schema/transactionDetails';
import { formatUnits, toHex } from '../../starknet/felt';
import {
  capBounds,
  computeBounds,
  coversBounds,
  expectedFee,
  type FeeEstimate,
  type Margins,
  maximumFee,
  usualMargins,
} from '../../starknet/transactions/fees';
import { fitsL2Gas } from '../../starknet/transactions/networkLimits';
import type { ResourceBounds } from '../../starknet/transactions/transaction';
import type { Speed } from '../../ui/review/facts';
import { computePlanBounds, mapTypes } from './build';
import type { CostedPlan } from './cost';

type Estimated = Pick<CostedPlan, 'plan' | 'estimates' | 'strkBalance' | 'isPaidByOthers'>;

/** More than any balance: for fees that the account does not pay. */
const ENDLESS = 2n ** 128n;

type Pace = {
  readonly margins: Margins;
  /** `asked`: the caller's tip, if any. A number: at least this percentage of the price. */
  readonly tip: 'none' | 'asked' | number;
};

/**
 * The meaning of each speed. Sequencers take transactions with the highest tip first, and bounds
 * decide how long one stays acceptable while prices rise. Margins of amounts cover other
 * transactions that change what this one does, which time makes likelier: the slow speed keeps
 * some.
 */
export const speeds: Readonly<Record<Speed, Pace>> = {
  slow: { margins: { amount: 20, price: 20 }, tip: 'none' },
  normal: { margins: usualMargins, tip: 'asked' },
  fast: { margins: { amount: 75, price: 150 }, tip: 10 },
};

/** By maximum cost, descending. */
const fromFastest = ['fast', 'normal', 'slow'] as const satisfies readonly Speed[];

/** Bounds that the caller gave are signed unchanged, so no speed can be chosen. */
export const offersSpeed = ({ resourceBounds }: TransactionDetails): boolean =>
  resourceBounds === undefined;

const U64_MAX = 2n ** 64n - 1n;
const atMost = (value: bigint, limit: bigint): bigint => {
  if (value < limit) return value;
  return limit;
};
const sum = (values: readonly bigint[]): bigint =>
  values.reduce((total, value) => total + value, 0n);

/**
 * The tip at a speed, in FRI per unit of L2 gas, hex. It is a share of the L2 gas price, since only
 * the transactions of whole blocks would show the tips of others. If the fee is limited (FRI), half
 * of the remaining room is left to the bounds; a tip that the caller requested stays.
 */
function tipFor(
  speed: Speed,
  estimates: readonly FeeEstimate[],
  { asked, limit }: { asked: string; limit: bigint },
): string {
  const { tip } = speeds[speed];
  if (tip === 'none') return '0x0';
  if (tip === 'asked') return asked;
  const gas = sum(estimates.map(({ l2_gas_consumed }) => BigInt(l2_gas_consumed)));
  const room = limit - expectedOf({ estimates }, asked);
  if (gas === 0n || room <= 0n) return asked;
  const share = (BigInt(estimates[0]?.l2_gas_price ?? 0) * BigInt(tip)) / 100n;
  const extra = atMost(share - atMost(share, BigInt(asked)), room / 2n / gas);
  return toHex(atMost(BigInt(asked) + extra, U64_MAX));
}

export type BoundFee = {
  /** In the order of the transactions. */
  bounds: ResourceBounds[];
  /** FRI per unit of L2 gas, of every transaction; hex. */
  tip: string;
  /** FRI: expected and maximum cost of the transactions, including tips. */
  expected: bigint;
  maximum: bigint;
};

/**
 * Bounds and tip for estimated transactions: those of the speed, reduced as far as `maxFee` or the
 * account's balance requires. A slower speed never costs more. Bounds that the caller gave are
 * signed unchanged, at every speed.
 * @param simulatedBounds simulated bounds; kept if they lie between those of the speed and the slow ones
 * @throws insufficientFunds, feeAboveLimit, transactionReverts if the network accepts no such amounts
 */
export function boundTransactions(
  estimated: Estimated,
  speed: Speed = 'normal',
  simulatedBounds: readonly ResourceBounds[] = [],
): BoundFee {
  const { plan, estimates, isPaidByOthers } = estimated;
  const strkBalance = isPaidByOthers ? ENDLESS : estimated.strkBalance;
  const { tip: requestedTip = '0x0', resourceBounds } = plan.details;
  refuseAbsurdPrices(plan.account.chainId, estimates);
  const maxFee = parseMaxFee(plan.details);
  const minimum = expectedOf(estimated, '0x0');
  if (minimum > strkBalance) failForFunds(minimum, strkBalance);
  if (maxFee !== undefined && minimum > maxFee) failForLimit('Expected', minimum, maxFee);

  if (resourceBounds) {
    const bounds = withGiven(computePlanBounds(plan, estimates), resourceBounds);
    const maximum = maximumOf(bounds, requestedTip);
    if (maxFee !== undefined && maximum > maxFee) failForLimit('The bounds allow', maximum, maxFee);
    if (maximum > strkBalance) failForFunds(maximum, strkBalance);
    return { bounds, tip: requestedTip, expected: expectedOf(estimated, requestedTip), maximum };
  }

  const isCapped = maxFee !== undefined && maxFee < strkBalance;
  let limit = lesser(maxFee ?? strkBalance, strkBalance);
  for (const pace of fromFastest) {
    const tip = tipFor(pace, estimates, { asked: requestedTip, limit });
    const widest = boundsWithin(estimated, pace, { tip, limit });
    const bounds =
      widest &&
      pace === speed &&
      suits(simulatedBounds, computePlanBounds(plan, estimates, speeds.slow.margins), widest)
        ? [...simulatedBounds]
        : widest;
    const maximum = bounds && maximumOf(bounds, tip);
    if (pace === speed) {
      const expected = expectedOf(estimated, tip);
      if (bounds && maximum !== undefined) return { bounds, tip, expected, maximum };
      if (isCapped) failForLimit('Expected with its tip', expected, maxFee);
      failForFunds(expected, strkBalance);
    }
    // The steps of margin reduction could make a faster speed slightly cheaper.
    limit = maximum ?? limit;
  }
  return fail('internal', 'There is no such speed.');
}

const expectedOf = ({ estimates }: Pick<Estimated, 'estimates'>, tip: string): bigint =>
  sum(estimates.map((estimate) => expectedFee(estimate, tip)));
const maximumOf = (bounds: readonly ResourceBounds[], tip: string): bigint =>
  sum(bounds.map((bound) => maximumFee(bound, tip)));

/**
 * The bounds of a speed within a limit (FRI), shared among the transactions by fee. Undefined if
 * not even the estimate fits.
 */
function boundsWithin(
  estimated: Estimated,
  speed: Speed,
  { tip, limit }: { tip: string; limit: bigint },
): ResourceBounds[] | undefined {
  const expected = expectedOf(estimated, tip);
  const bounds = mapTypes(estimated.plan, estimated.estimates, (type, estimate) => {
    const minimum = expectedFee(estimate, tip);
    const maxFee = expected === 0n ? limit : (limit * minimum) / expected;
    return capBounds(type, estimate, speeds[speed].margins, { tip, maxFee });
  });
  if (bounds.every((bound) => bound !== undefined)) return bounds;
  return undefined;
}

/** True if no bound is above the widest or below the slow ones. */
const suits = (
  simulatedBounds: readonly ResourceBounds[],
  slow: readonly ResourceBounds[],
  widest: readonly ResourceBounds[],
): boolean =>
  simulatedBounds.length === widest.length &&
  simulatedBounds.every((bounds, index) => {
    const [slowBound, widestBound] = [slow[index], widest[index]];
    if (!slowBound || !widestBound) return false;
    return coversBounds(widestBound, bounds) && coversBounds(bounds, slowBound);
  });

/**
 * Bounds for calls with a similar expected cost: below the usual ones, so that they still fit after a
 * price has fallen. Undefined if the network would not have accepted that cost.
 */
export const boundsLike = (estimates: readonly FeeEstimate[]): ResourceBounds[] | undefined => {
  if (estimates.every(({ l2_gas_consumed }) => fitsL2Gas('INVOKE', BigInt(l2_gas_consumed))))
    return estimates.map((estimate) =>
      computeBounds('INVOKE', estimate, { amount: 40, price: 40 }),
    );
  return undefined;
};

/** The given bounds apply to the last transaction; a deployment before it keeps its own. */
const withGiven = (estimated: ResourceBounds[], requested: ResourceBounds): ResourceBounds[] => [
  ...estimated.slice(0, -1),
  requested,
];

const strkText = (fri: bigint): string => `${formatUnits(fri, 18)} STRK`;

const failForLimit = (subject: string, fee: bigint, maxFee: bigint): never =>
  fail('feeAboveLimit', `${subject} ${strkText(fee)}, allowed ${strkText(maxFee)}.`);

const failForFunds = (needed: bigint, available: bigint): never =>
  fail('insufficientFunds', `The fee needs ${strkText(needed)}; there is ${strkText(available)}.`);

/** How far the ceilings of prices are raised for the test network, whose fees are free. */
const ON_TEST_NETWORK = 10n;

/**
 * High prices only cause a warning; a price that no network has must not be signed.
 * @throws feeAboveLimit
 */
export function refuseAbsurdPrices(chainId: ChainId, estimates: readonly FeeEstimate[]): void {
  const factor = networkDefinitions[chainId].isTest ? ON_TEST_NETWORK : 1n;
  for (const estimate of estimates)
    for (const { kind, name, priceCeiling } of gasKinds) {
      const ceiling = priceCeiling * factor;
      if (BigInt(estimate[`${kind}_price`]) <= ceiling) continue;
      const subject = `The node’s price of ${name} is above ${strkText(ceiling)} a unit`;
      fail('feeAboveLimit', `${subject}, which no network has. Check the node in the settings.`);
    }
}
