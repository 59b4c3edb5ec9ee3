import { object, optional } from '@metamask/superstruct';
import { accountAt, nextAddressIndex } from '../flow/account';
import { estimateTransaction } from '../flow/estimateTransaction';
import { feeEstimateOf } from '../flow/feeEstimate';
import { AddressIndex } from '../schema/account';
import { DeployFeeEstimate } from '../schema/feeEstimate';
import { field } from '../schema/field';
import { ChainIdParam } from '../schema/primitives';
import { defineMethod, nodeErrors } from './method';

export const xnet_estimateAccountDeployFee = defineMethod({
  summary: 'Estimates what it costs to deploy the account of an index.',
  params: object({
    addressIndex: field(optional(AddressIndex), {
      description: 'Index of the BIP-44 key; the first free one when absent.',
      example: 0,
    }),
    chainId: ChainIdParam,
  }),
  result: DeployFeeEstimate,
  errors: ['accountDeployed', 'transactionReverts', 'transactionRejected', ...nodeErrors],
  callers: 'anyDapp',
  prompts: 'never',

  async handle({ params, ...context }, module) {
    const { chainId } = context.network;
    const index = params.addressIndex ?? (await nextAddressIndex(module, chainId));
    const account = await accountAt(module, chainId, index);
    return feeEstimateOf(
      await estimateTransaction(module, { context, account, calls: [], details: {} }),
    );
  },
});
