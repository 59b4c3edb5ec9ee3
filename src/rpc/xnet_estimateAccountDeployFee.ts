import { object, optional } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { deriveAccount } from '../flow/accounts/account';
import { throwawayKeys } from '../flow/accounts/keys';
import { createFeeEstimate, estimateTransaction } from '../flow/transactions/cost';
import { AddressIndex } from '../schema/account';
import { DeployFeeEstimate } from '../schema/feeEstimate';
import { ChainIdParam } from '../schema/primitives';
import { defineMethod, nodeErrors } from './method';

export const xnet_estimateAccountDeployFee = defineMethod({
  summary: 'Estimates the fee to deploy the account at an index.',
  params: object({
    addressIndex: field(optional(AddressIndex), {
      description: 'Index of the BIP-44 key; default: the first free one.',
      example: 0,
    }),
    chainId: ChainIdParam,
  }),
  result: DeployFeeEstimate,
  errors: ['accountDeployed', 'transactionReverts', 'transactionRejected', ...nodeErrors],
  prompts: 'never',
  account: { index: 'addressIndex' },

  async handle({ granted, params: _params, ...context }, module) {
    // The fee does not depend on the key, so an account that was not granted is not touched.
    const keys = granted ? module.keys : throwawayKeys(module.compute);
    const account = granted ?? (await deriveAccount({ keys }, context.network.chainId, 0));
    return createFeeEstimate(
      await estimateTransaction({ ...module, keys }, { context, account, calls: [], details: {} }),
    );
  },
});
