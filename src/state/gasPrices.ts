import { type Infer, integer, object } from '@metamask/superstruct';
import { U128 } from '../schema/primitives';
import { dispensable, listEntry, type Store } from './store';

const SeenBlock = object({
  number: integer(),
  /** Unix seconds. */
  timestamp: integer(),
  /** FRI per unit of L2 gas. */
  l2GasPrice: U128,
});
export type SeenBlock = Infer<typeof SeenBlock>;

/** Maximum number of prices, and minimum seconds between them: they cover some hours of use. */
const PRICES_KEPT = 24;
const SECONDS_APART = 600;

const gasPricesEntry = (chainId: string) =>
  dispensable(listEntry(`gasPrices.${chainId}`, SeenBlock));

/** Earlier blocks with their gas price, oldest first. */
export const createGasPrices = (store: Store) => ({
  list: (chainId: string): Promise<SeenBlock[]> => store.read(gasPricesEntry(chainId)),

  /** True if this block is worth adding to those. */
  isNews: (blocks: readonly SeenBlock[], block: SeenBlock): boolean => {
    const newestBlock = blocks.at(-1);
    if (!newestBlock) return true;
    // An older block means that the chain was restarted, or that the stored block was wrong.
    const secondsApart = Math.abs(block.timestamp - newestBlock.timestamp);
    return secondsApart >= SECONDS_APART || block.number < newestBlock.number;
  },

  keep: (chainId: string, block: SeenBlock): Promise<void> =>
    store.replace(gasPricesEntry(chainId), (blocks) => {
      const recentBlocks = blocks.filter(
        ({ number, timestamp }) => number < block.number && timestamp <= block.timestamp,
      );
      return [...recentBlocks, block].slice(-PRICES_KEPT);
    }),

  forget: (chainId: string): Promise<void> => store.write(gasPricesEntry(chainId), []),
});
