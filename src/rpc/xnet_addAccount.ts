import { object, optional } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { deriveAccount, keepAccount, nextAddressIndex } from '../flow/accounts/account';
import { Account, AccountName, accountOnWire } from '../schema/account';
import { ChainIdParam } from '../schema/primitives';
import { defineMethod } from './method';

export const xnet_addAccount = defineMethod({
  summary: 'Adds the account of the next free index once the user agrees.',
  params: object({
    accountName: field(optional(AccountName), { description: 'Name to give it.' }),
    chainId: ChainIdParam,
  }),
  result: Account,
  errors: ['userRejected'],
  prompts: 'always',

  async handle({ params, ...context }, module) {
    const { chainId } = context.network;
    const index = await nextAddressIndex(module, chainId);
    const derived = await deriveAccount(module, chainId, index);
    const account = { ...derived, name: params.accountName ?? derived.name };
    await keepAccount(module, context, account);
    return accountOnWire(await module.accounts.get(chainId, account.address));
  },
});
