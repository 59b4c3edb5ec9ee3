import { byName } from '@xnet/clients/schema/field';
import { ownEntry } from '@xnet/clients/schema/table';
import { ChainId, chainIds } from '../schema/primitives';
import { dispensable, type Store, stateEntry } from './store';

/** The network of each site that the user has let switch, by its origin. If it is lost, all are on Sepolia. */
const siteNetworksEntry = dispensable(stateEntry('siteNetworks', byName(ChainId), {}));

/** Networks that sites work on. The module's page has its own, in the settings. */
export const createSiteNetworks = (store: Store) => ({
  /** The network of a site: Sepolia until the user lets it switch. */
  async of(origin: string): Promise<ChainId> {
    const networks = await store.read(siteNetworksEntry);
    return ownEntry(networks, origin) ?? chainIds.sepolia;
  },

  choose: (origin: string, chainId: ChainId): Promise<void> =>
    store.update(siteNetworksEntry, (draft) => {
      draft[origin] = chainId;
    }),

  forget: (origin: string): Promise<void> =>
    store.update(siteNetworksEntry, (draft) => {
      delete draft[origin];
    }),
});
