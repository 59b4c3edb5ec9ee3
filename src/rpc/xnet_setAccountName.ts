import { object } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
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

  handle: async ({ params, account, network }, { accounts }) =>
    accountOnWire(
      await accounts.change(network.chainId, account.address, (known) => ({
        ...known,
        name: params.accountName,
      })),
    ),
});
