import { fail } from '../../errors';

/** Part of a chain's fee history, oldest block first, in wei per gas. */
export type FeeHistory = {
  oldestBlock: bigint;
  /** One per block. */
  baseFees: bigint[];
  /** Base fee of the next block. */
  nextBaseFee: bigint;
  /** Per block: one priority fee for each requested percentile. */
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
 * @param blocks number of blocks requested: a node may return more
 * @throws `upstream` if the result is malformed
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
