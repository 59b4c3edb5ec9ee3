import { singleFlight } from '../../singleFlight';
import type { Ethereum } from '../../upstream/ethereum';
import { type FeeHistory, readFeeHistory } from './readFeeHistory';

/** Blocks in the history, as specified. */
export const historyBlocks = 500;
/**
 * Blocks fetched on each update. If they do not continue the known history (after a longer pause or
 * a reorganization), the whole history is fetched again.
 */
const newestBlocks = 16;

export type BaseFees = ReturnType<typeof keepBaseFees>;

/** True if the newer part continues the known one, with equal fees where they overlap. */
const continues = (known: FeeHistory, newer: FeeHistory): boolean => {
  const offset = Number(newer.oldestBlock - known.oldestBlock);
  if (offset < 0 || offset >= known.baseFees.length) return false;
  const shared = known.baseFees.slice(offset);
  return (
    newer.baseFees.length >= shared.length &&
    shared.every((fee, index) => newer.baseFees[index] === fee)
  );
};

const join = (known: FeeHistory, newer: FeeHistory): FeeHistory => {
  const offset = Number(newer.oldestBlock - known.oldestBlock);
  const all = [...known.baseFees.slice(0, offset), ...newer.baseFees];
  const dropped = Math.max(0, all.length - historyBlocks);
  return {
    ...newer,
    oldestBlock: known.oldestBlock + BigInt(dropped),
    baseFees: all.slice(dropped),
  };
};

/** Keeps a chain's fee history up to date, block by block; concurrent readers share one request. */
export const keepBaseFees = (ethereum: Ethereum) => {
  let known: FeeHistory | undefined;

  const ask = async (count: number): Promise<FeeHistory> =>
    readFeeHistory(
      await ethereum.ask('eth_feeHistory', [`0x${count.toString(16)}`, 'latest', []]),
      count,
    );

  const update = async (): Promise<FeeHistory> => {
    if (known !== undefined) {
      const newer = await ask(newestBlocks);
      if (continues(known, newer)) return join(known, newer);
    }
    return ask(historyBlocks);
  };

  return {
    /**
     * Base fees in wei of the last 500 blocks (fewer on a younger chain), oldest first, up to the
     * node's newest block.
     */
    read: singleFlight(async (): Promise<FeeHistory> => {
      known = await update();
      return known;
    }),
  };
};
