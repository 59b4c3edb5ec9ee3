import { isTransactionNotFound } from '../../clients/starknet/nodeErrors';
import { starknet_getTransactionStatus } from '../../clients/starknet/starknet_getTransactionStatus';
import { fail } from '../../errors';
import type { Module } from '../../module';
import type { RequestContext } from '../../schema/context';
import { isSent } from '../../schema/transaction';
import { grantsOfSite } from '../consent/permissions';
import { afterTold, type Standing, standingOf } from './status';
import { move } from './track';

/**
 * Where a transaction stands, as a node tells it or, where none knows it, the journal.
 * @throws unknownTransaction and the node's errors
 */
export async function standingOfHash(
  module: Module,
  {
    params,
    ...context
  }: RequestContext & { readonly params: { readonly transactionHash: string } },
): Promise<Standing> {
  const { chainId } = context.network;
  // What the journal knows besides would tell whose transaction it is.
  const maySee = await grantsOfSite(module, context);
  const record = await module.transactions.find(chainId, params.transactionHash, maySee);
  if (record?.status === 'ACCEPTED_ON_L2') return record;
  const node = await module.node(chainId);
  const [told] = await node.batch([
    starknet_getTransactionStatus({ transaction_hash: params.transactionHash }),
  ]);
  if (told.ok) {
    if (record) await move(module, record, (known) => afterTold(known, told.value));
    return standingOf(told.value);
  }
  if (!isTransactionNotFound(told.error)) throw told.error;
  return record && isSent(record) ? record : fail('unknownTransaction');
}
