import { lower } from '../../schema/primitives';
import { isAcknowledged, type StoredTransaction } from '../../schema/transaction';
import type { TransactionDetails } from '../../schema/transactionDetails';

/**
 * The nonce to sign with: the node's, or the one after transactions that a node has accepted but
 * not counted yet. Unacknowledged records leave no gap, and a transaction with a nonce far ahead
 * does not count: it waits for those before it.
 */
export function nextNonce(atNode: bigint, history: readonly StoredTransaction[]): bigint {
  const acknowledged = new Map(
    history.filter(isAcknowledged).map(({ nonce, status }) => [BigInt(nonce), status]),
  );
  let next = atNode;
  for (let nonce = atNode; acknowledged.has(nonce); nonce += 1n)
    if (acknowledged.get(nonce) !== 'ACCEPTED_ON_L2') next = nonce + 1n;
  return next;
}

/** Seconds after sending during which a node may lack what another one reported as accepted. */
const BEHIND = 300;

/** The account's nonce, even if this node does not count its newest transaction yet. */
export function countedNonce(
  atNode: bigint,
  history: readonly StoredTransaction[],
  now: number,
): bigint {
  const [newestRecord] = history.filter(isAcknowledged);
  const isLate =
    newestRecord?.status !== 'ACCEPTED_ON_L2' || now - newestRecord.timestamp >= BEHIND;
  if (isLate || BigInt(newestRecord.nonce) < atNode) return atNode;
  return BigInt(newestRecord.nonce) + 1n;
}

/** The likely next nonce, so that an estimate need not wait for the node's. */
export function expectedNonce(
  history: readonly StoredTransaction[],
  details: TransactionDetails,
): bigint | undefined {
  if (details.nonce !== undefined) return BigInt(details.nonce);
  const following = history.filter(isAcknowledged).map(({ nonce }) => BigInt(nonce) + 1n);
  return following.sort(lower).at(-1);
}
