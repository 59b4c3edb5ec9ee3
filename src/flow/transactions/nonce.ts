import { FOREIGN_NONCE, type StoredTransaction } from '../../schema/transaction';
import type { TransactionDetails } from '../../schema/transactionDetails';

/** The nonce after the highest of these records; undefined where there is none. */
function after(records: readonly StoredTransaction[]): bigint | undefined {
  let next: bigint | undefined;
  for (const { nonce } of records) {
    const following = BigInt(nonce) + 1n;
    if (next === undefined || following > next) next = following;
  }
  return next;
}

/**
 * The nonce to sign with: the node's, or the one after the transactions that a node has accepted
 * and not yet counted. Records that no node has acknowledged leave no gap, and a transaction that
 * was sent with a far nonce moves nothing: it waits for those before it.
 */
export function nextNonce(atNode: bigint, history: readonly StoredTransaction[]): bigint {
  const acknowledged = new Map(
    history
      .filter(({ status, known }) => known && status !== 'REJECTED')
      .map(({ nonce, status }) => [BigInt(nonce), status]),
  );
  let next = atNode;
  for (let nonce = atNode; acknowledged.has(nonce); nonce += 1n)
    if (acknowledged.get(nonce) !== 'ACCEPTED_ON_L2') next = nonce + 1n;
  return next;
}

/** The nonce that is likely next, so that an estimate need not wait for the node to tell it. */
export function expectedNonce(
  history: readonly StoredTransaction[],
  details: TransactionDetails,
): bigint | undefined {
  if (details.nonce !== undefined) return BigInt(details.nonce);
  const counts = ({ status, known, nonce }: StoredTransaction) =>
    known && status !== 'REJECTED' && nonce !== FOREIGN_NONCE;
  return after(history.filter(counts));
}
