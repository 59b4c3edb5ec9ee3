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
export function createL1Settlement(store: Store) {
  /** Networks whose blocks on Ethereum have a form that is not known here; not stored. */
  const unknownForms = new Set<ChainId>();
  return {
    hasUnknownForm: (chainId: ChainId): boolean => unknownForms.has(chainId),
    noteUnknownForm: (chainId: ChainId): void => void unknownForms.add(chainId),
    block: async (chainId: ChainId): Promise<number> => (await store.read(proven(chainId))).block,
    record(chainId: ChainId, block: number): Promise<void> {
      unknownForms.delete(chainId);
      return store.replace(proven(chainId), (last) => ({ block: Math.max(last.block, block) }));
    },
    /** Discards what another node reported; `seen` comes from the node in use from now on. */
    reset(chainId: ChainId, block = -1n): Promise<void> {
      unknownForms.delete(chainId);
      return store.write(proven(chainId), { block: Number(block) });
    },
  };
}
