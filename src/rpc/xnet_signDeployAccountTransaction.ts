import { array, object, optional } from '@metamask/superstruct';
import { field, noList } from '@xnet/clients/schema/field';
import { requireSameDeployment } from '../flow/accounts/account';
import { signOnly } from '../flow/send/sign';
import { ContractAddress, Felt, RequiredChainId } from '../schema/primitives';
import { DeploySignerDetails } from '../schema/transactionDetails';
import { defineMethod, nodeErrors } from './method';

export const xnet_signDeployAccountTransaction = defineMethod({
  summary: 'Signs the deployment of an account without sending it, after approval.',
  params: object({
    address: field(ContractAddress, { description: 'Account to deploy.' }),
    chainId: RequiredChainId,
    details: field(optional(noList(DeploySignerDetails)), {
      description: 'Transaction details. Missing values are read from the node or estimated.',
    }),
  }),
  result: field(array(Felt), { description: 'The signature: r and s.' }),
  errors: [
    'unknownAccount',
    'accountMismatch',
    'needsOtherSigner',
    'userRejected',
    'accountDeployed',
    'insufficientFunds',
    'feeAboveLimit',
    'transactionReverts',
    'transactionRejected',
    ...nodeErrors,
  ],
  prompts: 'always',
  account: { address: 'address' },
  aliases: { details: ['transaction', 'invocationsDetails'] },

  async handle({ params, account, ...context }, module) {
    const details = params.details ?? {};
    requireSameDeployment(account, details, 'details');
    return signOnly(module, { context, account, calls: [], deploys: true, details });
  },
});
