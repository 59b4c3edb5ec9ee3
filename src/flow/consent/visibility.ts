import type { Module, State, Wallet } from '../../module';
import type { StoredAccount } from '../../schema/account';
import { type RequestContext, sameFelt } from '../../schema/primitives';
import { accountFact, sentenceFact, textFact } from '../../ui/review/facts';
import { say } from '../../ui/text/words';
import { ask } from './ask';

/** Hides an account from lists, or shows it again. @throws unknownAccount */
const setHidden = (
  { accounts }: Pick<Module, 'accounts'>,
  { chainId, address }: Pick<StoredAccount, 'chainId' | 'address'>,
  hidden: boolean,
): Promise<StoredAccount> =>
  accounts.change(chainId, address, (account) => ({ ...account, hidden }));

/**
 * Shows or hides an account. Asks before hiding the last visible one, and explains how to undo it.
 * @throws unknownAccount, userRejected
 */
export async function setVisibility(
  module: State & Wallet,
  context: RequestContext,
  account: StoredAccount,
  visibility: boolean | undefined,
): Promise<StoredAccount> {
  const { chainId } = context.network;
  const hidden = visibility === undefined ? !account.hidden : !visibility;
  const otherAccounts = (await module.accounts.list(chainId)).filter(
    (one) => !one.hidden && !sameFelt(one.address, account.address),
  );
  if (hidden && !account.hidden && otherAccounts.length === 0)
    await askToHide(module, context, account);
  return setHidden(module, account, hidden);
}

const askToHide = (module: Wallet, context: RequestContext, account: StoredAccount) =>
  ask(module, context, {
    title: say('review.hideAccount'),
    verb: 'review.doHide',
    section: {
      title: say('review.whatChanges'),
      facts: [
        sentenceFact('review.hidesLast'),
        accountFact(account),
        textFact('review.wayBack', say('review.showAgain')),
      ],
    },
  });

/**
 * Shares an account with a site that was not granted it, after approval. The grant stays until the
 * user revokes it on the module's page.
 * @throws userRejected
 */
export async function shareAccount(
  module: State & Wallet,
  context: RequestContext,
  account: StoredAccount,
): Promise<void> {
  await ask(module, context, {
    title: say('review.shareAccount'),
    verb: 'review.share',
    section: {
      title: say('review.siteWillSee'),
      facts: [
        sentenceFact('review.seesAccount'),
        accountFact(account),
        textFact('review.until', say('review.untilTakenBack')),
      ],
    },
  });
  const { chainId } = context.network;
  await module.grants.add(context.origin, [{ chainId, address: account.address }]);
}
