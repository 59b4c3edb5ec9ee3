import { array, integer, min, object } from '@metamask/superstruct';
import { field, withDefault } from '@xnet/clients/schema/field';
import { recoverAccounts } from '../flow/accounts/recover';
import { AddressIndex, FoundAccount } from '../schema/account';
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
        'Most indexes to look at, each with its addresses of all account classes. A site may ask for 50 at most, the companion site for 500; more is refused.',
      jsonSchema: { type: 'integer', minimum: 1 },
    }),
    maxMissed: field(withDefault(min(integer(), 0), 1), {
      description:
        'Most indexes in all that are neither deployed nor funded; the scan ends before the next one.',
      jsonSchema: { type: 'integer', minimum: 0 },
    }),
    chainId: ChainIdParam,
  }),
  result: array(FoundAccount),
  errors: ['userRejected', ...nodeErrors],
  prompts: 'sometimes',
  handle: ({ params, ...context }, module) => recoverAccounts(module, context, params),
});
