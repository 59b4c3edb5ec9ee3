import { enums, type Infer, max, min, number, tuple, type } from '@metamask/superstruct';
import { Gwei } from './decimal';
import { defineGasCall } from './gasApi';

const Level = type({
  suggestedMaxPriorityFeePerGas: Gwei,
  suggestedMaxFeePerGas: Gwei,
  minWaitTimeEstimate: min(number(), 0),
  maxWaitTimeEstimate: min(number(), 0),
});
const Trend = enums(['up', 'down', 'level']);

const levelOf = (level: Infer<typeof Level>) => ({
  maxPriorityFeePerGasGwei: level.suggestedMaxPriorityFeePerGas,
  maxFeePerGasGwei: level.suggestedMaxFeePerGas,
  minWaitMs: level.minWaitTimeEstimate,
  maxWaitMs: level.maxWaitTimeEstimate,
});

/**
 * Fees that get a transaction included slowly, usually, or soon, and how busy the chain is.
 * @example await gas.read('1', suggestedGasFees)
 */
export const suggestedGasFees = defineGasCall({
  name: 'suggestedGasFees',
  result: type({
    low: Level,
    medium: Level,
    high: Level,
    estimatedBaseFee: Gwei,
    /** From 0 (calm) to 1. */
    networkCongestion: max(min(number(), 0), 1),
    latestPriorityFeeRange: tuple([Gwei, Gwei]),
    historicalPriorityFeeRange: tuple([Gwei, Gwei]),
    historicalBaseFeeRange: tuple([Gwei, Gwei]),
    priorityFeeTrend: Trend,
    baseFeeTrend: Trend,
  }),
  read: ({ low, medium, high, ...shared }) => ({
    low: levelOf(low),
    medium: levelOf(medium),
    high: levelOf(high),
    estimatedBaseFeeGwei: shared.estimatedBaseFee,
    networkCongestion: shared.networkCongestion,
    latestPriorityFeeRangeGwei: shared.latestPriorityFeeRange,
    historicalPriorityFeeRangeGwei: shared.historicalPriorityFeeRange,
    historicalBaseFeeRangeGwei: shared.historicalBaseFeeRange,
    priorityFeeTrend: shared.priorityFeeTrend,
    baseFeeTrend: shared.baseFeeTrend,
  }),
});
