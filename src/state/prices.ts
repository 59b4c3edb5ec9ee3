import { enums, type Infer } from '@metamask/superstruct';
import type { Entry, Store } from './store';

/** Where prices in money come from; `off` until the user turns it on. */
export const priceSources = ['off', 'avnu'] as const;
const PriceSource = enums(priceSources);
export type PriceSource = Infer<typeof PriceSource>;

const source: Entry<PriceSource> = { key: 'prices', struct: PriceSource, empty: () => 'off' };

export const pricesOf = (store: Store) => ({
  source: (): Promise<PriceSource> => store.read(source),
  choose: (chosen: PriceSource): Promise<void> => store.write(source, chosen),
});
