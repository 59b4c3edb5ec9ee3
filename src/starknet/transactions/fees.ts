import { fail } from '@xnet/clients/errors';
import { type GasKind, gasKinds, gasRecord } from '../../schema/gas';
import { toHex } from '../felt';
import { capL2Gas, type TransactionType } from './networkLimits';
import type { ResourceBound, ResourceBounds } from './transaction';

/**
 * One result of starknet_estimateFee, or `fee_estimation` of a simulation: hex texts, amounts in
 * gas, prices and `overall_fee` in FRI (10^-18 STRK).
 */
export type FeeEstimate = Readonly<
  Record<`${GasKind}_consumed` | `${GasKind}_price` | 'overall_fee', string>
>;

const U64_BOUND = 2n ** 64n;
const U128_BOUND = 2n ** 128n;

/** Margins of the bounds above the estimate, in percent. */
export type Margins = { readonly amount: number; readonly price: number };

/** 50 percent more, starknet.js's default overhead for amounts and for prices. */
export const usualMargins: Margins = { amount: 50, price: 50 };
const noMargins: Margins = { amount: 0, price: 0 };

const withMargin = (value: bigint, percent: number): bigint =>
  value + (value * BigInt(percent)) / 100n;

/** @throws nodeFault if the estimate is too large for a transaction */
function boundsWith(
  estimate: FeeEstimate,
  margins: Margins,
  cap: (kind: GasKind, estimated: bigint, widest: bigint) => bigint,
): ResourceBounds {
  return gasRecord((kind): ResourceBound => {
    const estimated = BigInt(estimate[`${kind}_consumed`]);
    const amount = cap(kind, estimated, withMargin(estimated, margins.amount));
    const price = withMargin(BigInt(estimate[`${kind}_price`]), margins.price);
    if (amount >= U64_BOUND || price >= U128_BOUND)
      fail('nodeFault', 'Its fee estimate is out of range.');
    return { max_amount: toHex(amount), max_price_per_unit: toHex(price) };
  });
}

/**
 * Bounds with these margins above the estimated amounts and prices, as far as the network accepts
 * them: with the usual ones, the fee may rise to 2.25 times the estimate before the network rejects
 * the transaction. A tip is paid in addition to the price of L2 gas, so the bounds need no room for it.
 * @throws nodeFault if the estimate is too large for any transaction, transactionReverts for this type
 */
export const computeBounds = (
  type: TransactionType,
  estimate: FeeEstimate,
  margins: Margins = usualMargins,
): ResourceBounds =>
  boundsWith(estimate, margins, (kind, estimated, widest) =>
    kind === 'l2_gas' ? capL2Gas(type, estimated, widest) : widest,
  );

/**
 * The fee if everything is as estimated, in FRI: each amount at its price, plus the tip.
 * @throws nodeFault if the estimate is too large for any transaction
 */
export const expectedFee = (estimate: FeeEstimate, tip: string): bigint =>
  maximumFee(
    boundsWith(estimate, noMargins, (_, estimated) => estimated),
    tip,
  );

/** The maximum fee under these bounds, in FRI. `tip` is per unit of L2 gas, hex. */
export function maximumFee(bounds: ResourceBounds, tip: string): bigint {
  return gasKinds.reduce((sum, { kind }) => {
    const { max_amount, max_price_per_unit } = bounds[kind];
    return sum + BigInt(max_amount) * BigInt(max_price_per_unit);
  }, BigInt(tip) * BigInt(bounds.l2_gas.max_amount));
}

/** True if no amount or price is below the needed one. */
export const coversBounds = (bounds: ResourceBounds, needed: ResourceBounds): boolean =>
  gasKinds.every(
    ({ kind }) =>
      BigInt(bounds[kind].max_amount) >= BigInt(needed[kind].max_amount) &&
      BigInt(bounds[kind].max_price_per_unit) >= BigInt(needed[kind].max_price_per_unit),
  );

/** Number of equal steps in which the margin is reduced. */
const STEPS = 1024n;

/**
 * The bounds of computeBounds with as much margin as `maxFee` (FRI) allows, so that the fee can never
 * exceed it. Undefined if `maxFee` is below the estimate itself.
 * @throws as computeBounds
 */
export function capBounds(
  type: TransactionType,
  estimate: FeeEstimate,
  margins: Margins,
  { tip, maxFee }: { tip: string; maxFee: bigint },
): ResourceBounds | undefined {
  const minimum = computeBounds(type, estimate, noMargins);
  const widest = computeBounds(type, estimate, margins);
  const part = (from: string, to: string, steps: bigint): string =>
    toHex(BigInt(from) + ((BigInt(to) - BigInt(from)) * steps) / STEPS);
  const keeping = (steps: bigint): ResourceBounds =>
    gasRecord((kind) => {
      const [from, to] = [minimum[kind], widest[kind]];
      return {
        max_amount: part(from.max_amount, to.max_amount, steps),
        max_price_per_unit: part(from.max_price_per_unit, to.max_price_per_unit, steps),
      };
    });
  const fits = (steps: bigint) => maximumFee(keeping(steps), tip) <= maxFee;
  if (!fits(0n)) return undefined;
  // Binary search for the most steps that fit: the fee grows with their number.
  let [low, high] = [0n, STEPS];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (fits(middle)) low = middle;
    else high = middle - 1n;
  }
  return keeping(low);
}

/** Total expected fee of several transactions, in FRI. */
export const sumFees = (estimates: readonly FeeEstimate[]): bigint =>
  estimates.reduce((sum, { overall_fee }) => sum + BigInt(overall_fee), 0n);
