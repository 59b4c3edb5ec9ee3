import { object } from '@metamask/superstruct';
import { approve } from '../flow/consent/approve';
import { shownAccounts, workingAccount } from '../flow/consent/permissions';
import { Account, accountOnWire } from '../schema/account';
import { field } from '../schema/field';
import { ChainIdParam, ContractAddress, sameFelt } from '../schema/primitives';
import { defineMethod } from './method';

export const xnet_switchAccount = defineMethod({
  summary: 'Makes another account the current one once the user agrees; asks nothing when it is.',
  params: object({
    address: field(ContractAddress, { description: 'Account to work with.' }),
    chainId: ChainIdParam,
  }),
  result: Account,
  errors: ['unknownAccount', 'userRejected'],
  callers: 'anyDapp',
  prompts: 'sometimes',
  account: { address: 'address' },
  aliases: { address: ['accountAddress'] },

  async handle({ account, ...context }, module) {
    const { chainId, name: network } = context.network;
    const current = await workingAccount(module, context, await shownAccounts(module, context));
    if (current && sameFelt(current.address, account.address)) return accountOnWire(account);
    await approve(
      { context, account },
      () => ({
        title: { say: 'review.switchAccount' },
        verb: 'review.doSwitch',
        origin: context.origin,
        network,
        warnings: [],
        sections: [
          {
            title: { say: 'review.whatChanges' },
            facts: [
              {
                as: 'sentence',
                value: { say: 'review.becomesCurrent', with: { name: account.name } },
              },
              { as: 'address', label: account.name, value: account.address },
            ],
          },
        ],
      }),
      module.dialogs,
    );
    await module.accounts.choose(chainId, account.address);
    return accountOnWire(account);
  },
});
