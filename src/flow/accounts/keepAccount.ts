import type { Module } from '../../module';
import type { StoredAccount } from '../../schema/account';
import type { RequestContext } from '../../schema/context';
import { speaking } from '../../starknet/accounts/classes';
import { approve } from '../consent/approve';
import { shareAccount } from '../consent/permissions';

/**
 * Saves a new account, and shows it to the site, once the user agrees; shows one that is kept
 * already. Either is a question, so a site cannot tell them apart. One that came to be while the
 * dialog was open stays as it is.
 */
export async function keepAccount(
  module: Module,
  context: RequestContext,
  account: StoredAccount,
): Promise<void> {
  const { chainId, name } = context.network;
  const known = await module.accounts.list(chainId);
  if (known.some(({ addressIndex }) => addressIndex === account.addressIndex)) {
    await shareAccount(module, context, account);
    return;
  }
  await approve(
    { context, account },
    () => ({
      title: { say: 'review.createAccount' },
      verb: 'review.doCreate',
      origin: context.origin,
      network: name,
      warnings: [],
      sections: [
        {
          title: { say: 'review.whatYouGet' },
          facts: [
            {
              as: 'sentence',
              value: {
                say: 'review.newAccount',
                with: { index: String(account.addressIndex) },
              },
            },
            {
              as: 'address',
              label: { say: 'review.newAddress' },
              value: account.address,
            },
            { as: 'text', label: { say: 'review.name' }, value: account.name },
            {
              as: 'text',
              label: { say: 'review.kind' },
              value: speaking(account.accountClass).label,
            },
            { as: 'text', label: { say: 'review.key' }, value: account.derivationPath },
            { as: 'text', label: { say: 'review.cost' }, value: { say: 'review.noCost' } },
          ],
        },
      ],
    }),
    module.dialogs,
  );
  await module.accounts.keepFound(chainId, [account]);
  await module.grants.add(context.origin, [{ chainId, address: account.address }]);
}
