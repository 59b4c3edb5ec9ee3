import type { ServiceOptions } from '../options';
import { openLmdbStore } from './lmdb';
import { openRedisStore } from './redis';
import type { Store } from './store';

/** On disk, or shared by all instances that name the same server. */
export const openStore = async (options: Pick<ServiceOptions, 'store' | 'data'>): Promise<Store> =>
  options.store === undefined ? openLmdbStore(options.data) : openRedisStore(options.store);
