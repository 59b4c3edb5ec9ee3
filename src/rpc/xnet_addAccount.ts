import { object, optional } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { keepAccount } from '../flow/accounts/account';
import { Account, AccountName } from '../schema/account';
import { ChainIdParam } from '../schema/primitives';
import { accountOnWire } from '../starknet/accounts/accountOnWire';
import { defineMethod } from './method';

export const xnet_addAccount = defineMethod({
  summary: 'Adds the account at the next free index, after approval.',
  params: object({
    accountName: field(optional(AccountName), { description: 'New name of the account.' }),
    chainId: ChainIdParam,
  }),
  result: Account,
  errors: ['userRejected'],
  prompts: 'always',

  async handle({ params, ...context }, module) {
    const { address } = await keepAccount(module, context, undefined, params.accountName);
    return accountOnWire(await module.accounts.get(context.network.chainId, address));
  },
});
