import type { Module } from '../../module';
import { type ChainId, sameFelt } from '../../schema/primitives';
import type { TransactionRecord } from '../../schema/transaction';

/** Keeps records of the chain, but for those that the journal has: they were sent from here. */
export async function keepFound(
  module: Module,
  { chainId, account }: { chainId: ChainId; account: string },
  records: readonly TransactionRecord[],
): Promise<void> {
  const fresh: TransactionRecord[] = [];
  for (const record of records) {
    const own = await module.transactions.find(chainId, record.txnHash);
    if (!own || !sameFelt(own.senderAddress, account)) fresh.push(record);
  }
  await module.found.add(chainId, account, fresh);
}
