import { object } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { statusOfHash } from '../flow/history/track';
import { ChainIdParam, Felt } from '../schema/primitives';
import { TransactionStatus } from '../schema/transaction';
import { defineMethod, nodeErrors } from './method';

export const xnet_getTransactionStatus = defineMethod({
  summary: 'Returns the status of any transaction, not only of those sent by the module.',
  params: object({
    transactionHash: field(Felt, { description: 'Hash of the transaction.' }),
    chainId: ChainIdParam,
  }),
  result: field(TransactionStatus, {
    description:
      'Status of the transaction. A reverted transaction is ACCEPTED_ON_L2, too: its record in xnet_getTransactions has executionStatus REVERTED and a failureReason.',
  }),
  errors: ['unknownTransaction', ...nodeErrors],
  prompts: 'never',
  aliases: { transactionHash: ['txnHash', 'transaction_hash'] },

  handle: async (request, module) => (await statusOfHash(module, request)).status,
});
