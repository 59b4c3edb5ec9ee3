import { fail } from '../../errors';
import { toGwei } from './gwei';
import { percentile } from './percentile';
import type { FeeHistory } from './readFeeHistory';

/** Number of recent blocks, and the percentiles of each, from which priority fees are derived. */
export const priorityBlocks = 20;
export const priorityPercentiles = [10, 50, 90] as const;

/** Percentage by which the base fee may rise before inclusion; waiting times in ms. */
const levels = {
  low: { percentile: 0, basePercent: 100n, minWait: 15_000, maxWait: 60_000 },
  medium: { percentile: 1, basePercent: 125n, minWait: 12_000, maxWait: 36_000 },
  high: { percentile: 2, basePercent: 200n, minWait: 12_000, maxWait: 24_000 },
} as const;

const range = (values: readonly bigint[]): [string, string] => [
  toGwei(percentile(values, 0) ?? 0n),
  toGwei(percentile(values, 100) ?? 0n),
];

const trend = (from: bigint, to: bigint): 'up' | 'down' | 'level' => {
  if (to === from) return 'level';
  if (to > from) return 'up';
  return 'down';
};

/** Share of the history's base fees that are below the next one, 0 to 1. */
const congestion = ({ baseFees, nextBaseFee }: FeeHistory): number => {
  if (baseFees.length === 0) return 0;
  return baseFees.filter((fee) => fee < nextBaseFee).length / baseFees.length;
};

/**
 * Suggests fees for a transaction sent now. All amounts are decimal strings in Gwei.
 *
 * @param history the base fees
 * @param recent the latest blocks, with their priority fees
 */
export const suggestGasFees = (history: FeeHistory, recent: FeeHistory): object => {
  const { nextBaseFee, baseFees } = history;
  const listRewards = (index: number): bigint[] =>
    recent.rewards.flatMap((rewards) => rewards[index] ?? []);
  const suggest = (level: (typeof levels)[keyof typeof levels]): object => {
    const priority = percentile(listRewards(level.percentile), 50) ?? 0n;
    return {
      suggestedMaxPriorityFeePerGas: toGwei(priority),
      suggestedMaxFeePerGas: toGwei((nextBaseFee * level.basePercent) / 100n + priority),
      minWaitTimeEstimate: level.minWait,
      maxWaitTimeEstimate: level.maxWait,
    };
  };
  const middle = listRewards(1);
  const last = recent.rewards.at(-1) ?? [];
  const newestFee = baseFees.at(-1) ?? fail('upstream', 'The upstream node has no block.');
  return {
    low: suggest(levels.low),
    medium: suggest(levels.medium),
    high: suggest(levels.high),
    estimatedBaseFee: toGwei(nextBaseFee),
    networkCongestion: congestion(history),
    latestPriorityFeeRange: range(last),
    historicalPriorityFeeRange: range(recent.rewards.flat()),
    historicalBaseFeeRange: range(baseFees),
    priorityFeeTrend: trend(percentile(middle, 50) ?? 0n, last[1] ?? 0n),
    baseFeeTrend: trend(newestFee, nextBaseFee),
  };
};
