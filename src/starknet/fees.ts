import { fail } from '../errors';
import { toHex } from './felt';
import type { ResourceBound, ResourceBounds } from './transaction';

/**
 * One result of starknet_estimateFee, or `fee_estimation` of a simulation: hex texts, amounts in
 * gas, prices and `overall_fee` in `unit` (FRI, 10^-18 STRK, for version 3).
 */
export type FeeEstimate = {
  readonly l1_gas_consumed: string;
  readonly l1_gas_price: string;
  readonly l2_gas_consumed: string;
  readonly l2_gas_price: string;
  readonly l1_data_gas_consumed: string;
  readonly l1_data_gas_price: string;
  readonly overall_fee: string;
  readonly unit: 'FRI' | 'WEI';
};

const U64 = 2n ** 64n;
const U128 = 2n ** 128n;

/** Half as much again, the default overhead of starknet.js for amounts and for prices. */
const withMargin = (value: bigint): bigint => value + value / 2n;
/** The value that withMargin started from. */
const withoutMargin = (value: bigint): bigint => (2n * value + 2n) / 3n;

function mapBounds(bounds: ResourceBounds, change: (value: bigint) => bigint): ResourceBounds {
  const bound = ({ max_amount, max_price_per_unit }: ResourceBound): ResourceBound => ({
    max_amount: toHex(change(BigInt(max_amount))),
    max_price_per_unit: toHex(change(BigInt(max_price_per_unit))),
  });
  return {
    l1_gas: bound(bounds.l1_gas),
    l1_data_gas: bound(bounds.l1_data_gas),
    l2_gas: bound(bounds.l2_gas),
  };
}

function requireFri({ unit }: FeeEstimate): void {
  if (unit !== 'FRI') fail('nodeFault', 'It estimated the fee in another unit than FRI.');
}

/**
 * Bounds of 1.5 × the estimated amounts at 1.5 × the estimated prices: the fee may rise to 2.25
 * times the estimate before the transaction is refused. A tip is paid on top of the price of L2
 * gas, so it needs no room in the bounds.
 * @throws nodeFault when the estimate is not in FRI or too large for a transaction
 */
export function boundsFor(estimate: FeeEstimate): ResourceBounds {
  requireFri(estimate);
  const bound = (consumed: string, unitPrice: string): ResourceBound => {
    const amount = withMargin(BigInt(consumed));
    const price = withMargin(BigInt(unitPrice));
    if (amount >= U64 || price >= U128) fail('nodeFault', 'Its fee estimate is out of range.');
    return { max_amount: toHex(amount), max_price_per_unit: toHex(price) };
  };
  return {
    l1_gas: bound(estimate.l1_gas_consumed, estimate.l1_gas_price),
    l1_data_gas: bound(estimate.l1_data_gas_consumed, estimate.l1_data_gas_price),
    l2_gas: bound(estimate.l2_gas_consumed, estimate.l2_gas_price),
  };
}

/** The most that these bounds let the network take, in FRI. `tip` is per unit of L2 gas, hex. */
export function maximumFee(bounds: ResourceBounds, tip: string): bigint {
  const fee = ({ max_amount, max_price_per_unit }: ResourceBound) =>
    BigInt(max_amount) * BigInt(max_price_per_unit);
  return (
    fee(bounds.l1_gas) +
    fee(bounds.l1_data_gas) +
    fee(bounds.l2_gas) +
    BigInt(tip) * BigInt(bounds.l2_gas.max_amount)
  );
}

/** The margin is given up in this many equal steps. */
const STEPS = 1024n;

/**
 * The bounds of boundsFor with as much of their margin as `maxFee` (FRI) allows, so that the
 * network can never take more. Undefined when `maxFee` is below the estimate itself.
 */
export function capBounds(
  bounds: ResourceBounds,
  tip: string,
  maxFee: bigint,
): ResourceBounds | undefined {
  const keepingSteps = (steps: bigint) =>
    mapBounds(bounds, (value) => {
      const estimated = withoutMargin(value);
      return estimated + ((value - estimated) * steps) / STEPS;
    });
  const fits = (steps: bigint) => maximumFee(keepingSteps(steps), tip) <= maxFee;
  if (!fits(0n)) return undefined;
  // Greatest number of steps that fits: the fee only grows with them.
  let [low, high] = [0n, STEPS];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (fits(middle)) low = middle;
    else high = middle - 1n;
  }
  return keepingSteps(low);
}

/**
 * Expected fee of several transactions together, in FRI.
 * @throws nodeFault when one of the estimates is not in FRI
 */
export function sumFees(estimates: readonly FeeEstimate[]): bigint {
  return estimates.reduce((sum, estimate) => {
    requireFri(estimate);
    return sum + BigInt(estimate.overall_fee);
  }, 0n);
}
