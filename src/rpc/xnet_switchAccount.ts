import { object } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { ask } from '../flow/consent/ask';
import { shownAccounts, workingAccount } from '../flow/consent/permissions';
import { Account } from '../schema/account';
import { ChainIdParam, ContractAddress, sameFelt } from '../schema/primitives';
import { accountOnWire } from '../starknet/accounts/accountOnWire';
import { accountFact, accountName, sentenceFact } from '../ui/review/facts';
import { say } from '../ui/text/words';
import { defineMethod } from './method';

export const xnet_switchAccount = defineMethod({
  summary: 'Switches the current account, after approval; asks nothing if it is already current.',
  params: object({
    address: field(ContractAddress, { description: 'Account to make current.' }),
    chainId: ChainIdParam,
  }),
  result: Account,
  errors: ['unknownAccount', 'userRejected'],
  prompts: 'sometimes',
  account: { address: 'address' },

  // One request of a site at a time: after the first, the next may no longer need to ask.
  handle: ({ account, ...context }, module) =>
    module.inTurn(context.origin, async () => {
      const current = await workingAccount(module, context, await shownAccounts(module, context));
      if (current && sameFelt(current.address, account.address)) return accountOnWire(account);
      await ask(module, context, {
        title: say('review.switchAccount'),
        verb: 'review.doSwitch',
        section: {
          title: say('review.whatChanges'),
          facts: [
            sentenceFact('review.becomesCurrent', { name: accountName(account) }),
            accountFact(account),
          ],
        },
      });
      await module.accounts.choose(context.network.chainId, account.address);
      return accountOnWire(account);
    }),
});
