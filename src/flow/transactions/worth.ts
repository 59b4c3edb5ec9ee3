import type { TransactionReview } from './review';

/**
 * The maximum fee in FRI, by a price that its taker does not set. Undefined without one: what a
 * paymaster says of its own fee is no check of it.
 */
export function computeWorth({
  payer,
  fee,
}: Pick<TransactionReview, 'payer' | 'fee'>): bigint | undefined {
  if (payer.by !== 'paymaster') return BigInt(fee.maximum);
  const { inStrk } = payer.fee;
  if (inStrk === undefined) return 0n;
  if (inStrk.by === 'paymaster') return undefined;
  return BigInt(inStrk.amount);
}
