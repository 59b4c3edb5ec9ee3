import { type Infer, object } from '@metamask/superstruct';
import { AccountName } from '../schema/account';
import { ContractAddress, sameFelt } from '../schema/primitives';
import { dispensable, listEntry, type Store } from './store';

/** Somebody to whom the user sends, by a name that stays on this device. */
export const Recipient = object({ address: ContractAddress, name: AccountName });
export type Recipient = Infer<typeof Recipient>;

const recipientsEntry = (chainId: string) =>
  dispensable(listEntry(`recipients.${chainId}`, Recipient));

/** The recipients that the user has saved on a network, the last one at the end. */
export const createRecipients = (store: Store) => ({
  list: (chainId: string): Promise<Recipient[]> => store.read(recipientsEntry(chainId)),

  save: (chainId: string, recipient: Recipient): Promise<void> =>
    store.update(recipientsEntry(chainId), (draft) => {
      const index = draft.findIndex(({ address }) => sameFelt(address, recipient.address));
      if (index === -1) draft.push(recipient);
      else draft[index] = recipient;
    }),

  forget: (chainId: string, forgotten: string): Promise<void> =>
    store.update(recipientsEntry(chainId), (draft) => {
      const index = draft.findIndex(({ address }) => sameFelt(address, forgotten));
      if (index !== -1) draft.splice(index, 1);
    }),
});
