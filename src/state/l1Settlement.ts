import { object } from '@metamask/superstruct';
import { whole } from '@xnet/clients/schema/field';
import type { ChainId } from '../schema/primitives';
import { dispensable, type Store, stateEntry } from './store';

/** The last block seen proven on Ethereum; -1 if none. */
const proven = (chainId: ChainId) =>
  dispensable(
    stateEntry(`proven.${chainId}`, object({ block: whole('a block', -1) }), { block: -1 }),
  );

/** Blocks proven on Ethereum stay proven: the number only grows, until it is reset. */
export const createL1Settlement = (store: Store) => ({
  block: async (chainId: ChainId): Promise<number> => (await store.read(proven(chainId))).block,
  record: (chainId: ChainId, block: number): Promise<void> =>
    store.replace(proven(chainId), (seen) => ({ block: Math.max(seen.block, block) })),
  /** Discards what another node reported; `seen` comes from the node in use from now on. */
  reset: (chainId: ChainId, seen = -1n): Promise<void> =>
    store.write(proven(chainId), { block: Number(seen) }),
});
