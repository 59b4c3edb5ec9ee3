import { array, object } from '@metamask/superstruct';
import { visibleAccounts } from '../flow/consent/permissions';
import { Account } from '../schema/account';
import { ChainIdParam } from '../schema/primitives';
import { accountOnWire } from '../starknet/accounts/accountOnWire';
import { defineMethod } from './method';

export const xnet_listAccounts = defineMethod({
  summary: 'Lists the accounts that the user has shared with the site.',
  params: object({ chainId: ChainIdParam }),
  result: array(Account),
  errors: ['userRejected'],
  prompts: 'once',

  async handle(context, module) {
    const accounts = await visibleAccounts(module, context);
    return accounts.map(accountOnWire);
  },
});
