import type { Ethereum } from '../../upstream/ethereum';
import { type FeeHistory, readFeeHistory } from './readFeeHistory';

/** Blocks in the history, as specified. */
export const historyBlocks = 500;

/**
 * Base fees in wei of the last 500 blocks (fewer on a younger chain), oldest first, up to the node's
 * newest block. All are one node's word, and none of them stays.
 */
export const readBaseFees = async ({ ask }: Ethereum): Promise<FeeHistory> => {
  const params = [`0x${historyBlocks.toString(16)}`, 'latest', []];
  return readFeeHistory(await ask('eth_feeHistory', params), historyBlocks);
};
