import { fail } from '@xnet/clients/errors';
import { type ChainId, chainIds } from '../../schema/primitives';
import { maxFeeOf, type TransactionDetails } from '../../schema/transactionDetails';
import { formatUnits, toHex } from '../../starknet/felt';
import {
  boundsFor,
  capBounds,
  coversBounds,
  expectedFee,
  type FeeEstimate,
  type Margins,
  maximumFee,
  usualMargins,
} from '../../starknet/transactions/fees';
import type { ResourceBounds } from '../../starknet/transactions/transaction';
import type { Speed } from '../../ui/review/facts';
import type { CostedPlan } from './estimate';

type Estimated = Pick<CostedPlan, 'plan' | 'estimates' | 'strkBalance' | 'isPaidByOthers'>;

/** More than anybody has: what an account need not pay is not held to its balance. */
const ENDLESS = 2n ** 128n;

type Pace = {
  readonly margins: Margins;
  /** `asked`: what the caller asked for, or none. A number: at least so many percent of the price. */
  readonly tip: 'none' | 'asked' | number;
};

/**
 * What a speed means. Sequencers take the transactions with the highest tip first, and bounds
 * decide how long one stays acceptable while prices rise. The margins of amounts are about other
 * transactions changing what this one does, which time makes likelier: the slow one keeps some.
 */
export const speeds: Readonly<Record<Speed, Pace>> = {
  slow: { margins: { amount: 20, price: 20 }, tip: 'none' },
  normal: { margins: usualMargins, tip: 'asked' },
  fast: { margins: { amount: 75, price: 150 }, tip: 10 },
};

/** From the most to the least that a transaction may cost. */
const fromFastest = ['fast', 'normal', 'slow'] as const satisfies readonly Speed[];

/** Bounds that the caller gave are signed as they are, so there is nothing to choose. */
export const offersSpeed = ({ resourceBounds }: TransactionDetails): boolean =>
  resourceBounds === undefined;

const U64_MAX = 2n ** 64n - 1n;
const atMost = (value: bigint, limit: bigint): bigint => (value < limit ? value : limit);
const sum = (values: readonly bigint[]): bigint => values.reduce((total, each) => total + each, 0n);

/**
 * The tip of transactions at that speed, in FRI per unit of L2 gas, hex. A share of the price of L2
 * gas stands for the tips of others, which only whole blocks of transactions would tell. Where the
 * fee is limited (FRI), half of the room is left to the bounds; what the caller asked for stays.
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
  /** FRI: what the transactions should cost, and what they can cost at most; tips included. */
  expected: bigint;
  maximum: bigint;
};

/**
 * Bounds and tip for estimated transactions: those of the speed, given up as far as `maxFee` or the
 * balance of the account asks for. A slower one never costs more. Bounds that the caller gave are
 * signed as they are, at every speed.
 * @param tried bounds that were tried out already; kept where they lie between those of the speed
 * and the slow ones
 * @throws insufficientFunds, feeAboveLimit
 */
export function boundTransactions(
  estimated: Estimated,
  speed: Speed = 'normal',
  tried: readonly ResourceBounds[] = [],
): BoundFee {
  const { plan, estimates, isPaidByOthers } = estimated;
  const strkBalance = isPaidByOthers ? ENDLESS : estimated.strkBalance;
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
    const widest = boundsWithin(estimated, pace, { tip, limit });
    const bounds =
      widest && pace === speed && suits(tried, estimates, widest) ? [...tried] : widest;
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

const expectedOf = ({ estimates }: Pick<Estimated, 'estimates'>, tip: string): bigint =>
  sum(estimates.map((estimate) => expectedFee(estimate, tip)));
const maximumOf = (bounds: readonly ResourceBounds[], tip: string): bigint =>
  sum(bounds.map((each) => maximumFee(each, tip)));

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

/** True where bounds are none above the widest and none below the slow ones. */
const suits = (
  tried: readonly ResourceBounds[],
  estimates: readonly FeeEstimate[],
  widest: readonly ResourceBounds[],
): boolean =>
  tried.length === widest.length &&
  tried.every((bounds, index) => {
    const [estimate, most] = [estimates[index], widest[index]];
    if (!estimate || !most) return false;
    const least = boundsFor(estimate, speeds.slow.margins);
    return coversBounds(most, bounds) && coversBounds(bounds, least);
  });

/**
 * Bounds for what most likely costs as much as this did: below the usual ones, so that they are still
 * within those where a price has fallen.
 */
export const boundsLike = (estimate: FeeEstimate): ResourceBounds =>
  boundsFor(estimate, { amount: 40, price: 40 });

/** The given bounds are those of the last transaction; a deployment before it keeps its own. */
const withGiven = (estimated: ResourceBounds[], given: ResourceBounds): ResourceBounds[] => [
  ...estimated.slice(0, -1),
  given,
];

const strkText = (fri: bigint): string => `${formatUnits(fri, 18)} STRK`;

const failForLimit = (what: string, fee: bigint, maxFee: bigint): never =>
  fail('feeAboveLimit', `${what} ${strkText(fee)}, allowed ${strkText(maxFee)}.`);

const failForFunds = (needed: bigint, available: bigint): never =>
  fail('insufficientFunds', `The fee needs ${strkText(needed)}; there is ${strkText(available)}.`);

/**
 * No honest node tells more, in FRI per unit. L2 gas costs some 10^10, and the prices of L1 are
 * those of Ethereum in STRK: some 10^15 when Ethereum is busy. The ceilings are two orders of
 * magnitude above; those of the test network, whose fees cost nothing, another one.
 */
export const priceCeilings = [
  ['l1_gas_price', 'L1 gas', 10n ** 17n],
  ['l1_data_gas_price', 'L1 data gas', 10n ** 17n],
  ['l2_gas_price', 'L2 gas', 10n ** 12n],
] as const;
const ON_TEST_NETWORK = 10n;

/**
 * What is only dear is told by a warning; a price that no network has is no basis for a signature.
 * @throws feeAboveLimit
 */
export function refuseAbsurdPrices(chainId: ChainId, estimates: readonly FeeEstimate[]): void {
  const factor = chainId === chainIds.mainnet ? 1n : ON_TEST_NETWORK;
  for (const estimate of estimates)
    for (const [price, gas, most] of priceCeilings) {
      if (BigInt(estimate[price]) <= most * factor) continue;
      const what = `The node’s price of ${gas} is above ${strkText(most * factor)} a unit`;
      fail('feeAboveLimit', `${what}, which no network has. Check the node in the settings.`);
    }
}
