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
  isNews: (seen: readonly SeenBlock[], block: SeenBlock): boolean => {
    const newest = seen.at(-1);
    if (!newest) return true;
    // An older block means that the chain was restarted, or that the stored block was wrong.
    const apart = Math.abs(block.timestamp - newest.timestamp);
    return apart >= SECONDS_APART || block.number < newest.number;
  },

  keep: (chainId: string, block: SeenBlock): Promise<void> =>
    store.replace(gasPricesEntry(chainId), (seen) => {
      const before = seen.filter(
        ({ number, timestamp }) => number < block.number && timestamp <= block.timestamp,
      );
      return [...before, block].slice(-PRICES_KEPT);
    }),

  forget: (chainId: string): Promise<void> => store.write(gasPricesEntry(chainId), []),
});
