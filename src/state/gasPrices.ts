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

/** So many, and not closer than so many seconds: some hours of use, and no single moment. */
const PRICES_KEPT = 24;
const SECONDS_APART = 600;

const gasPricesEntry = (chainId: string) =>
  dispensable(listEntry(`gasPrices.${chainId}`, SeenBlock));

/** Blocks seen before with the price of gas in them, oldest first. */
export const gasPricesOf = (store: Store) => ({
  list: (chainId: string): Promise<SeenBlock[]> => store.read(gasPricesEntry(chainId)),

  /** True where this block is worth keeping beside those. */
  isNews: (seen: readonly SeenBlock[], block: SeenBlock): boolean => {
    const newest = seen.at(-1);
    if (!newest) return true;
    // Blocks that went backwards are those of a chain that was begun anew, or one was of no chain.
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
