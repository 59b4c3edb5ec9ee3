import { object } from '@metamask/superstruct';
import { currentAccount } from '../flow/consent/permissions';
import { Account } from '../schema/account';
import { ChainIdParam } from '../schema/primitives';
import { accountOnWire } from '../starknet/accounts/accountOnWire';
import { defineMethod } from './method';

export const xnet_getCurrentAccount = defineMethod({
  summary: 'Returns the current account, among those that the site can see.',
  params: object({ chainId: ChainIdParam }),
  result: Account,
  errors: ['userRejected', 'unknownAccount'],
  prompts: 'once',
  handle: async (context, module) => accountOnWire(await currentAccount(module, context)),
});
