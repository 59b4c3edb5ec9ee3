import { array, integer, min, object } from '@metamask/superstruct';
import { recoverAccounts } from '../flow/accounts/recover';
import { AddressIndex, FoundAccount } from '../schema/account';
import { field } from '../schema/field';
import { withDefault } from '../schema/input';
import { ChainIdParam } from '../schema/primitives';
import { defineMethod, nodeErrors } from './method';

export const xnet_recoverAccounts = defineMethod({
  summary:
    'Finds the accounts of the phrase on chain, in every class; asks the user where that shows the site something new.',
  params: object({
    startScanIndex: field(withDefault(AddressIndex, 0), {
      description: 'Index of the first BIP-44 key to look at.',
    }),
    maxScanned: field(withDefault(min(integer(), 1), 1), {
      description:
        'Most indexes to look at; a site gets 50 at most, the companion site 500. Each has one address per account class.',
      jsonSchema: { type: 'integer', minimum: 1 },
    }),
    maxMissed: field(withDefault(min(integer(), 0), 1), {
      description:
        'Indexes in a row with nothing on chain for which the new account is still listed.',
      jsonSchema: { type: 'integer', minimum: 0 },
    }),
    chainId: ChainIdParam,
  }),
  result: array(FoundAccount),
  errors: ['userRejected', ...nodeErrors],
  callers: 'anyDapp',
  prompts: 'sometimes',
  handle: ({ params, ...context }, module) => recoverAccounts(module, context, params),
});
