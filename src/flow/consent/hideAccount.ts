import type { Module } from '../../module';
import type { StoredAccount } from '../../schema/account';
import type { RequestContext } from '../../schema/context';
import { sameFelt } from '../../schema/primitives';
import { approve } from './approve';

/** Puts an account into lists, or out of them. @throws unknownAccount */
export const setHidden = (
  { accounts }: Pick<Module, 'accounts'>,
  { chainId, address }: Pick<StoredAccount, 'chainId' | 'address'>,
  hidden: boolean,
): Promise<StoredAccount> =>
  accounts.change(chainId, address, (account) => ({ ...account, hidden }));

/**
 * Shows or hides an account. Hiding the last one that sites can see is asked for, with the way back.
 * @throws unknownAccount, userRejected
 */
export async function setVisibility(
  module: Module,
  context: RequestContext,
  account: StoredAccount,
  visibility: boolean | undefined,
): Promise<StoredAccount> {
  const { chainId } = context.network;
  const hidden = visibility === undefined ? !account.hidden : !visibility;
  const others = (await module.accounts.list(chainId)).filter(
    (one) => !one.hidden && !sameFelt(one.address, account.address),
  );
  if (hidden && !account.hidden && others.length === 0) await ask(module, context, account);
  return setHidden(module, account, hidden);
}

const ask = (module: Module, context: RequestContext, account: StoredAccount) =>
  approve(
    { context, account },
    () => ({
      title: { say: 'review.hideAccount' },
      verb: 'review.doHide',
      origin: context.origin,
      network: context.network.name,
      warnings: [],
      sections: [
        {
          title: { say: 'review.whatChanges' },
          facts: [
            { as: 'sentence', value: { say: 'review.hidesLast' } },
            { as: 'address', label: account.name, value: account.address },
            { as: 'text', label: { say: 'review.wayBack' }, value: { say: 'review.showAgain' } },
          ],
        },
      ],
    }),
    module.dialogs,
  );
