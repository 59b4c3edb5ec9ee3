import { boolean, object, optional } from '@metamask/superstruct';
import { Account, accountOnWire } from '../schema/account';
import { field } from '../schema/field';
import { ChainIdParam, ContractAddress } from '../schema/primitives';
import { defineMethod } from './method';

export const xnet_toggleAccountVisibility = defineMethod({
  summary: 'Hides an account from lists, or shows it again.',
  params: object({
    address: field(ContractAddress, { description: 'Account to hide or show.' }),
    visibility: field(optional(boolean()), {
      description: 'True to show, false to hide; the other way round when absent.',
    }),
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
        hidden: params.visibility === undefined ? !known.hidden : !params.visibility,
      })),
    ),
});
