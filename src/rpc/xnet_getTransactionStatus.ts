import { object } from '@metamask/superstruct';
import { isTransactionNotFound } from '../clients/starknet/nodeErrors';
import { starknet_getTransactionStatus } from '../clients/starknet/starknet_getTransactionStatus';
import { fail } from '../errors';
import { grantsOfSite } from '../flow/consent/permissions';
import { afterTold, standingOf } from '../flow/history/status';
import { move } from '../flow/history/track';
import { field } from '../schema/field';
import { ChainIdParam, Felt } from '../schema/primitives';
import { isSent, TransactionStatus } from '../schema/transaction';
import { defineMethod, nodeErrors } from './method';

export const xnet_getTransactionStatus = defineMethod({
  summary: 'Tells where a transaction stands; any transaction, not only those sent from here.',
  params: object({
    transactionHash: field(Felt, { description: 'Hash of the transaction.' }),
    chainId: ChainIdParam,
  }),
  result: field(TransactionStatus, {
    description:
      'Where it stands. ACCEPTED_ON_L2 is told of a transaction that reverted, too: its record in xnet_getTransactions has executionStatus REVERTED and failureReason.',
  }),
  errors: ['unknownTransaction', ...nodeErrors],
  callers: 'anyDapp',
  prompts: 'never',
  aliases: { transactionHash: ['txnHash', 'transaction_hash'] },

  async handle({ params, ...context }, module) {
    const { chainId } = context.network;
    // What the journal knows besides would tell whose transaction it is.
    const maySee = await grantsOfSite(module, context);
    const record = await module.transactions.find(chainId, params.transactionHash, maySee);
    if (record?.status === 'ACCEPTED_ON_L2') return record.status;
    const node = await module.node(chainId);
    const [told] = await node.batch([
      starknet_getTransactionStatus({ transaction_hash: params.transactionHash }),
    ]);
    if (told.ok) {
      if (record) await move(module, record, (known) => afterTold(known, told.value));
      return standingOf(told.value).status;
    }
    if (!isTransactionNotFound(told.error)) throw told.error;
    return record && isSent(record) ? record.status : fail('unknownTransaction');
  },
});
