import { array, type as fields, nullable, optional } from '@metamask/superstruct';
import { Word } from '@xnet/clients/schema/ethereum/primitives';
import { fits } from '@xnet/clients/schema/field';
import { fail } from '../../errors';

export type FeeHistory = ReturnType<typeof readFeeHistory>;

const Result = fields({
  oldestBlock: Word,
  baseFeePerGas: array(Word),
  reward: optional(nullable(array(array(Word)))),
});

/**
 * Reads the result of `eth_feeHistory`: part of a chain's history, oldest block first, in wei per gas.
 *
 * @param blocks number of blocks requested: a node may return more
 * @throws `upstream` if the result is malformed
 */
export const readFeeHistory = (result: unknown, blocks: number) => {
  if (!fits(result, Result)) {
    return fail('upstream', 'The fee history of the upstream node cannot be read.');
  }
  const { oldestBlock, baseFeePerGas: all, reward } = result;
  const fees = all.slice(-blocks - 1).map(BigInt);
  const nextBaseFee = fees.pop() ?? fail('upstream', 'The upstream node has no base fee.');
  return {
    oldestBlock: BigInt(oldestBlock) + BigInt(all.length - fees.length - 1),
    /** One per block. */
    baseFees: fees,
    /** Base fee of the next block. */
    nextBaseFee,
    /** Per block: one priority fee for each requested percentile. */
    rewards: (reward ?? []).slice(-blocks).map((blockRewards) => blockRewards.map(BigInt)),
  };
};
