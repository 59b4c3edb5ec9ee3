import { object } from '@metamask/superstruct';
import { visibleAccount } from '../flow/access';
import { estimateTransaction } from '../flow/estimateTransaction';
import { feeEstimateOf } from '../flow/feeEstimate';
import { Invocations } from '../schema/call';
import { FeeEstimate } from '../schema/feeEstimate';
import { field } from '../schema/field';
import { ChainIdParam, ContractAddress } from '../schema/primitives';
import { TransactionDetailsParam } from '../schema/transactionDetails';
import { defineMethod, nodeErrors } from './method';

export const xnet_estimateFee = defineMethod({
  summary: 'Estimates what a transaction of an account costs, its deployment included if needed.',
  params: object({
    address: field(ContractAddress, { description: 'Account that would send it.' }),
    invocations: Invocations,
    details: TransactionDetailsParam,
    chainId: ChainIdParam,
  }),
  result: FeeEstimate,
  errors: [
    'unknownAccount',
    'userRejected',
    'transactionReverts',
    'transactionRejected',
    'nonceTooLow',
    ...nodeErrors,
  ],
  callers: 'anyDapp',
  prompts: 'once',
  aliases: {
    address: ['senderAddress', 'userAddress', 'signerAddress'],
    invocations: ['txnInvocation', 'calls'],
    details: ['invocationsDetails', 'transactionsDetail'],
  },

  async handle({ params, ...context }, module) {
    const account = await visibleAccount(module, context, params.address);
    const estimated = await estimateTransaction(module, {
      context,
      account,
      calls: params.invocations,
      details: params.details ?? {},
    });
    return { ...feeEstimateOf(estimated), includeDeploy: estimated.plan.deploys };
  },
});
