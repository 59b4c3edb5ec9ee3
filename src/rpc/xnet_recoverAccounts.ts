import { array, object } from '@metamask/superstruct';
import { Count, field, whole, withDefault } from '@xnet/clients/schema/field';
import { recoverAccounts } from '../flow/accounts/recover';
import { AddressIndex, FoundAccount } from '../schema/account';
import { ChainIdParam } from '../schema/primitives';
import { defineMethod, nodeErrors } from './method';

export const xnet_recoverAccounts = defineMethod({
  summary:
    'Finds the accounts of the recovery phrase on chain, in every account class; asks the user before it looks, and again before the site learns of an account that was not named.',
  params: object({
    startScanIndex: field(withDefault(AddressIndex, 0), {
      description: 'Index of the first BIP-44 key to scan.',
    }),
    maxScanned: field(withDefault(whole('a count from 1', 1), 1), {
      description:
        'Maximum number of indexes to scan, each with its addresses of all account classes. At most 50 for a site and 500 for the companion site; more is an error. A scan of more than 20 indexes looks only for STRK and ETH.',
      jsonSchema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    }),
    maxMissed: field(withDefault(Count, 1), {
      description:
        'Maximum number of indexes, in total, that are neither deployed nor funded. The scan ends before the next one.',
      jsonSchema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    }),
    chainId: ChainIdParam,
  }),
  result: array(FoundAccount),
  errors: ['userRejected', ...nodeErrors],
  prompts: 'sometimes',
  handle: ({ params, ...context }, module) => recoverAccounts(module, context, params),
});
