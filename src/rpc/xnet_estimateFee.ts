import { object } from '@metamask/superstruct';
import { failWithPath } from '@xnet/clients/errors';
import { field } from '@xnet/clients/schema/field';
import { requireSameDeployment } from '../flow/accounts/account';
import { parseDeclaration } from '../flow/send/declare';
import { createFeeEstimate, estimateTransaction } from '../flow/transactions/cost';
import { FeeEstimateResult } from '../schema/feeEstimate';
import { Invocations, sortInvocations } from '../schema/invocation';
import { ChainIdParam, ContractAddress } from '../schema/primitives';
import { TransactionDetailsParam } from '../schema/transactionDetails';
import { defineMethod, nodeErrors } from './method';

export const xnet_estimateFee = defineMethod({
  summary: 'Estimates the fee of a transaction, including the deployment of the account if needed.',
  params: object({
    address: field(ContractAddress, { description: 'Account that would send it.' }),
    invocations: Invocations,
    details: TransactionDetailsParam,
    chainId: ChainIdParam,
  }),
  result: FeeEstimateResult,
  errors: [
    'unknownAccount',
    'noUpgrade',
    'accountDeployed',
    'transactionReverts',
    'transactionRejected',
    'nonceTooLow',
    ...nodeErrors,
  ],
  prompts: 'never',
  account: { address: 'address' },
  large: true,
  aliases: {
    invocations: ['txnInvocation', 'calls'],
    details: ['invocationsDetails', 'transactionsDetail'],
  },

  async handle({ params, account, ...context }, module) {
    const { calls, declarations, deployments } = sortInvocations(params.invocations);
    for (const deployment of deployments) requireSameDeployment(account, deployment, 'invocations');
    const [declaration, ...excess] = declarations;
    if (excess.length > 0) failWithPath('invocations', 'one class can be declared at a time.');
    const declares =
      declaration && (await parseDeclaration(module, context, declaration, 'invocations'));
    const estimated = await estimateTransaction(module, {
      context,
      account,
      calls,
      ...(declares && { declares }),
      details: params.details ?? {},
    });
    return { ...createFeeEstimate(estimated), includeDeploy: estimated.plan.deploys };
  },
});
