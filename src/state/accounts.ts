import { nullable } from '@metamask/superstruct';
import { fail } from '@xnet/clients/errors';
import { ofClass, StoredAccount } from '../schema/account';
import { ContractAddress, sameFelt } from '../schema/primitives';
import { dispensable, listEntry, type Store, stateEntry } from './store';

const accountsEntry = (chainId: string) => listEntry(`accounts.${chainId}`, StoredAccount);

const currentOf = (chainId: string) =>
  dispensable(stateEntry(`currentAccount.${chainId}`, nullable(ContractAddress), null));

const isAt = (address: string) => (one: StoredAccount) => sameFelt(one.address, address);

export const createAccounts = (store: Store) => ({
  list: (chainId: string): Promise<StoredAccount[]> => store.read(accountsEntry(chainId)),

  find: async (chainId: string, address: string): Promise<StoredAccount | undefined> =>
    (await store.read(accountsEntry(chainId))).find(isAt(address)),

  /** @throws unknownAccount */
  get: async (chainId: string, address: string): Promise<StoredAccount> =>
    (await store.read(accountsEntry(chainId))).find(isAt(address)) ?? fail('unknownAccount'),

  /** Adds accounts; for known ones, takes over what was seen on chain. A single update for all. */
  keepFound: (chainId: string, accounts: readonly StoredAccount[]): Promise<void> =>
    store.update(accountsEntry(chainId), (draft) => {
      for (const account of accounts) {
        const { deployment, accountClass, obstacle } = account;
        const index = draft.findIndex(isAt(account.address));
        const stored = draft[index];
        if (!stored) draft.push(account);
        else if (deployment === 'deployed') {
          const { obstacle: _before, ...unblocked } = ofClass(stored, accountClass);
          draft[index] = { ...unblocked, deployment, ...(obstacle && { obstacle }) };
        }
      }
    }),

  /** Notes that a node has confirmed the contract; does nothing for unknown accounts. */
  markDeployed: (chainId: string, address: string): Promise<void> =>
    store.update(accountsEntry(chainId), (draft) => {
      const stored = draft.find(isAt(address));
      if (stored) stored.deployment = 'deployed';
    }),

  /** @throws unknownAccount */
  change: (
    chainId: string,
    address: string,
    change: (account: StoredAccount) => StoredAccount,
  ): Promise<StoredAccount> =>
    store.update(accountsEntry(chainId), (draft) => {
      const index = draft.findIndex(isAt(address));
      const stored = draft[index] ?? fail('unknownAccount');
      const changed = change(stored);
      draft[index] = changed;
      return changed;
    }),

  /** Address of the current account; null if none was chosen yet. */
  current: (chainId: string): Promise<string | null> => store.read(currentOf(chainId)),
  choose: (chainId: string, address: string): Promise<void> =>
    store.write(currentOf(chainId), address),
});
