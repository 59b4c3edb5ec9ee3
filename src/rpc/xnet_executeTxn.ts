import { object } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { sendTransaction } from '../flow/send/send';
import { AbisParam, Calls } from '../schema/call';
import { ChainIdParam, ContractAddress, Felt } from '../schema/primitives';
import { TransactionDetailsParam } from '../schema/transactionDetails';
import { defineMethod, transactionErrors } from './method';

export const xnet_executeTxn = defineMethod({
  summary: 'Sends calls as one transaction, after approval; deploys the account first if needed.',
  params: object({
    address: field(ContractAddress, { description: 'Account that sends it.' }),
    calls: Calls,
    details: TransactionDetailsParam,
    abis: AbisParam,
    chainId: ChainIdParam,
  }),
  result: object({
    transaction_hash: field(Felt, { description: 'Hash of the transaction with the calls.' }),
  }),
  errors: [...transactionErrors, 'accountDeployed', 'hashMismatch', 'paymasterFault'],
  prompts: 'always',
  account: { address: 'address' },
  aliases: {
    calls: ['txnInvocation', 'transactions'],
    details: ['invocationsDetails', 'transactionsDetail'],
  },

  async handle({ params, account, ...context }, module) {
    const hashes = await sendTransaction(module, {
      context,
      account,
      calls: params.calls,
      details: params.details ?? {},
      abis: params.abis,
    });
    return { transaction_hash: hashes[hashes.length - 1] ?? '' };
  },
});
