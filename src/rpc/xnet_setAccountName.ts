import { object } from '@metamask/superstruct';
import { failWithPath } from '@xnet/clients/errors';
import { field } from '@xnet/clients/schema/field';
import { hasNamesake } from '../flow/addresses/namesake';
import { Account, AccountName } from '../schema/account';
import { ChainIdParam, ContractAddress } from '../schema/primitives';
import { accountOnWire } from '../starknet/accounts/accountOnWire';
import { defineMethod } from './method';

export const xnet_setAccountName = defineMethod({
  summary: 'Renames an account.',
  params: object({
    address: field(ContractAddress, { description: 'Account to name.' }),
    accountName: AccountName,
    chainId: ChainIdParam,
  }),
  result: Account,
  errors: ['unknownAccount'],
  callers: 'companionDapp',
  prompts: 'never',
  account: { address: 'address' },

  async handle({ params, account: { address }, network: { chainId } }, module) {
    const name = params.accountName;
    if (await hasNamesake(module, chainId, { address, name }))
      failWithPath('accountName', 'another account or recipient has a name that reads like it.');
    const account = await module.accounts.change(chainId, address, (known) => ({ ...known, name }));
    return accountOnWire(account);
  },
});
