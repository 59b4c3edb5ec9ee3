import { fail } from '../errors';

/** A part of a chain's fee history, oldest block first. Wei per gas. */
export type FeeHistory = {
  oldestBlock: bigint;
  /** One per block. */
  baseFees: bigint[];
  /** That of the block that comes next. */
  nextBaseFee: bigint;
  /** Per block: a priority fee for each percentile that was asked for. */
  rewards: bigint[][];
};

const quantity = (value: unknown): bigint => {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) {
    return fail('upstream', 'The fee history of the upstream node cannot be read.');
  }
  return BigInt(value);
};

const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : fail('upstream', 'The fee history of the upstream node is none.');

/**
 * Reads the result of `eth_feeHistory`.
 *
 * @param blocks how many were asked for: a node may give more of them
 * @throws `upstream` where it is none
 */
export const readFeeHistory = (result: unknown, blocks: number): FeeHistory => {
  const found = (typeof result === 'object' && result !== null ? result : {}) as Record<
    string,
    unknown
  >;
  const all = list(found.baseFeePerGas);
  const fees = all.slice(-blocks - 1).map(quantity);
  const nextBaseFee = fees.pop() ?? fail('upstream', 'The upstream node has no base fee.');
  return {
    oldestBlock: quantity(found.oldestBlock) + BigInt(all.length - fees.length - 1),
    baseFees: fees,
    nextBaseFee,
    rewards: list(found.reward ?? [])
      .slice(-blocks)
      .map((of) => list(of).map(quantity)),
  };
};
