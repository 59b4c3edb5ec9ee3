import { boolean, object, optional } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { setVisibility } from '../flow/consent/visibility';
import { Account } from '../schema/account';
import { ChainIdParam, ContractAddress } from '../schema/primitives';
import { accountOnWire } from '../starknet/accounts/accountOnWire';
import { defineMethod } from './method';

export const xnet_toggleAccountVisibility = defineMethod({
  summary: 'Hides an account from lists, or shows it again; asks before hiding the last one.',
  params: object({
    address: field(ContractAddress, { description: 'Account to hide or show.' }),
    visibility: field(optional(boolean()), {
      description: 'True to show, false to hide; toggles by default.',
    }),
    chainId: ChainIdParam,
  }),
  result: Account,
  errors: ['unknownAccount', 'userRejected'],
  callers: 'companionDapp',
  prompts: 'sometimes',
  account: { address: 'address' },

  handle: async ({ params, account, ...context }, module) =>
    accountOnWire(await setVisibility(module, context, account, params.visibility)),
});
