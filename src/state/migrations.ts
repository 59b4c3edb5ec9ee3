import { chainIds } from '../schema/primitives';
import type { Migration } from './store';

/** Accounts were kept with one class, which stood for the address and for what is there. */
const splitAccountClass: Migration = async (storage) => {
  for (const chainId of Object.values(chainIds)) {
    const key = `accounts.${chainId}`;
    const stored = await storage.get(key, 'plain');
    if (!Array.isArray(stored)) continue;
    const split = stored.map((account) => ({ addressClass: account.accountClass, ...account }));
    await storage.set(key, split, 'plain');
  }
};

/** Steps of the whole state in their order; a step that was released is never changed. */
export const migrations: readonly Migration[] = [splitAccountClass];
