import { object, optional } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { upgradeAccount } from '../flow/send/upgrade';
import { ChainIdParam, ContractAddress, Felt } from '../schema/primitives';
import { defineMethod, transactionErrors } from './method';

export const xnet_upgradeAccContract = defineMethod({
  summary: 'Upgrades an older account in place, after approval; it keeps its address and key.',
  params: object({
    contractAddress: field(ContractAddress, { description: 'Account to upgrade.' }),
    maxFee: field(optional(Felt), {
      description: 'Maximum total cost of the transaction; by default limited only by the margin.',
      unit: 'FRI',
    }),
    chainId: ChainIdParam,
  }),
  result: object({
    transaction_hash: field(Felt, { description: 'Hash of the transaction that upgrades it.' }),
  }),
  errors: [...transactionErrors, 'hashMismatch', 'paymasterFault'],
  prompts: 'always',
  account: { address: 'contractAddress' },

  async handle({ params, account, ...context }, module) {
    const { maxFee } = params;
    const details = maxFee === undefined ? {} : { maxFee };
    return { transaction_hash: await upgradeAccount(module, context, account, details) };
  },
});
