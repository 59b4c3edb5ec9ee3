import { object } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { declareContract } from '../flow/send/declare';
import { ContractPayload } from '../schema/contractPayload';
import { ChainIdParam, ContractAddress, Felt } from '../schema/primitives';
import { TransactionDetailsParam } from '../schema/transactionDetails';
import { defineMethod, transactionErrors } from './method';

export const xnet_declareContract = defineMethod({
  summary: 'Declares a contract class, after approval.',
  params: object({
    senderAddress: field(ContractAddress, { description: 'Account that declares and pays.' }),
    chainId: ChainIdParam,
    contractPayload: ContractPayload,
    invocationsDetails: TransactionDetailsParam,
  }),
  result: object({
    transaction_hash: field(Felt, { description: 'Hash of the declaration.' }),
    class_hash: field(Felt, { description: 'Hash of the class, computed by the module.' }),
  }),
  errors: [...transactionErrors, 'accountDeployed', 'hashMismatch'],
  prompts: 'always',
  account: { address: 'senderAddress' },
  large: true,
  aliases: { contractPayload: ['payload'], invocationsDetails: ['details', 'transactionsDetail'] },

  async handle({ params, account, ...context }, module) {
    return declareContract(module, {
      context,
      account,
      payload: params.contractPayload,
      details: params.invocationsDetails ?? {},
    });
  },
});
