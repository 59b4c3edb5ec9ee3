import type { Module } from '../../module';
import type { Outcome } from '../../remote/starknet/node';
import { starknet_getTransactionStatus } from '../../remote/starknet/starknet_getTransactionStatus';
import { FOREIGN_NONCE, isAcknowledged, type StoredTransaction } from '../../schema/transaction';

/**
 * A signed transaction that is not counted on but may still be executed: a node that refused it may
 * hold it back. It stays live until its nonce is used.
 */
export type PendingTransaction = {
  /** Decimal. */
  readonly nonce: string;
  readonly txnHash: string;
  /** True if the node says that the nonce is used, but by none of our accepted transactions. */
  readonly isHeld: boolean;
};

/** Refused, given up, or never acknowledged. A deployment can be executed only once anyway. */
const isDoubtful = (record: StoredTransaction): boolean =>
  !isAcknowledged(record) && record.nonce !== FOREIGN_NONCE && record.txnType !== 'deploy';

/** Records of a history that may still be executed, or may have been. */
export function listUnconfirmed(history: readonly StoredTransaction[]): StoredTransaction[] {
  const taken = history.filter(isAcknowledged);
  const accepted = taken.filter(({ status }) => status === 'ACCEPTED_ON_L2');
  return history.filter((record) => {
    const own = BigInt(record.nonce);
    // If an accepted transaction of ours has passed the nonce of a refused one, the user was warned
    // when signing it. A site can send what it was given until the chain has passed the nonce.
    const passing = record.status === 'REJECTED' ? taken : record.given ? accepted : [];
    return (
      isDoubtful(record) &&
      !taken.some(({ nonce }) => BigInt(nonce) === own) &&
      !passing.some(({ nonce }) => BigInt(nonce) > own)
    );
  });
}

/**
 * Doubtful records that are still live at the node's nonce. One whose response was lost and whose
 * nonce is now used has most likely succeeded; its record will show that.
 */
export const listPending = (
  history: readonly StoredTransaction[],
  atNode: bigint,
): PendingTransaction[] =>
  listUnconfirmed(history).flatMap(({ nonce, txnHash, status }) => {
    const isHeld = BigInt(nonce) < atNode;
    return isHeld && status !== 'REJECTED' ? [] : { nonce: `${BigInt(nonce)}`, txnHash, isHeld };
  });

/** Queries the status of records, one call each, in order. */
export const statusCalls = (records: readonly Pick<StoredTransaction, 'txnHash'>[]) =>
  records.map(({ txnHash }) => starknet_getTransactionStatus({ transaction_hash: txnHash }));

/** Reopens records that a node does know; the tracker then settles them. Returns the history. */
export async function reopen(
  module: Pick<Module, 'transactions'>,
  history: readonly StoredTransaction[],
  records: readonly StoredTransaction[],
  answers: readonly Outcome<unknown>[],
): Promise<readonly StoredTransaction[]> {
  const found = records.filter((_, at) => answers[at]?.ok);
  const opened = (record: StoredTransaction): StoredTransaction => ({
    ...record,
    status: 'RECEIVED',
    failureReason: null,
    known: true,
  });
  for (const { chainId, txnHash } of found)
    await module.transactions.change(chainId, txnHash, opened);
  return history.map((record) => (found.includes(record) ? opened(record) : record));
}
