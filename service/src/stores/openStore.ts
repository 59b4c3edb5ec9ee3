import type { ServiceOptions } from '../options';
import { openLmdbStore } from './lmdb';
import { openRedisStore } from './redis';
import type { Store, StoreEvents } from './store';

/**
 * On disk, or shared by the instances that name the same server.
 *
 * @throws an Error where it cannot be used; of a server that does not answer yet only without `events`
 */
export const openStore = async (
  { store, data }: Pick<ServiceOptions, 'store' | 'data'>,
  events?: StoreEvents,
): Promise<Store> => {
  if (store === undefined) return openLmdbStore(data);
  return openRedisStore({ store, data }, events);
};
