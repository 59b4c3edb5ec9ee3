import { object } from '@metamask/superstruct';
import { whole } from '@xnet/clients/schema/field';
import type { ChainId } from '../schema/primitives';
import { dispensable, type Store, stateEntry } from './store';

/** The last block that was seen proven on Ethereum; -1 where none was. */
const proven = (chainId: ChainId) =>
  dispensable(
    stateEntry(`proven.${chainId}`, object({ block: whole('a block', -1) }), { block: -1 }),
  );

/** What is proven on Ethereum stays proven: the number only grows, until it is forgotten. */
export const provenOf = (store: Store) => ({
  block: async (chainId: ChainId): Promise<number> => (await store.read(proven(chainId))).block,
  seen: (chainId: ChainId, block: number): Promise<void> =>
    store.replace(proven(chainId), (seen) => ({ block: Math.max(seen.block, block) })),
  /** Forgets what another node told; `seen` is the word of the one that is asked from now on. */
  beginAnew: (chainId: ChainId, seen = -1n): Promise<void> =>
    store.write(proven(chainId), { block: Number(seen) }),
});
