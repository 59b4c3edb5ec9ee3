import { array, object, optional } from '@metamask/superstruct';
import { field, noList } from '@xnet/clients/schema/field';
import { signOnly } from '../flow/send/sign';
import { AbisParam, Calls } from '../schema/call';
import { ContractAddress, Felt, RequiredChainId } from '../schema/primitives';
import { SignerDetails } from '../schema/transactionDetails';
import { defineMethod, transactionErrors } from './method';

export const xnet_signTransaction = defineMethod({
  summary: 'Signs a transaction without sending it, after approval.',
  params: object({
    address: field(ContractAddress, { description: 'Account that signs.' }),
    chainId: RequiredChainId,
    transactions: Calls,
    transactionsDetail: field(optional(noList(SignerDetails)), {
      description: 'Transaction details. Missing values are read from the node or estimated.',
    }),
    abis: AbisParam,
  }),
  result: field(array(Felt), { description: 'The signature: r and s.' }),
  errors: transactionErrors,
  prompts: 'always',
  account: { address: 'address' },
  aliases: { transactionsDetail: ['transactionsDetails', 'details', 'invocationsDetails'] },

  async handle({ params, account, ...context }, module) {
    return signOnly(module, {
      context,
      account,
      calls: params.transactions,
      deploys: false,
      details: params.transactionsDetail ?? {},
      abis: params.abis,
    });
  },
});
