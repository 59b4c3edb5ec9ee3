import { ChainId, chainIds } from '../schema/primitives';
import type { Entry, Store } from './store';

const current: Entry<ChainId> = {
  key: 'network',
  struct: ChainId,
  empty: () => chainIds.sepolia,
};

/** The network that the user has chosen; requests without chainId still mean Sepolia (the spec). */
export const networksOf = (store: Store) => ({
  current: (): Promise<ChainId> => store.read(current),
  choose: (chainId: ChainId): Promise<void> => store.write(current, chainId),
});
