import { type ChainId, sameFelt } from '../../schema/primitives';
import type { ListedTransaction } from '../../schema/transaction';
import type { Quantity } from '../../starknet/meaning/meaning';
import { listedTokens } from '../transactions/tokenTable';
import { findSides, listTransfers } from './transfer';

const WEEK_SECONDS = 7 * 86_400;

type Payer = {
  readonly chainId: ChainId;
  readonly account: string;
  /** Addresses of the user's own accounts: what one pays to another is not spent. */
  readonly ownAddresses: readonly string[];
  /** Unix seconds. */
  readonly now: number;
};

/**
 * Amounts of listed tokens that have left an account for others in the last seven days, or are on
 * their way; one for each token, by its first payment. Claims of other tokens are not summed up.
 */
export function sumWeek(records: readonly ListedTransaction[], payer: Payer): Quantity[] {
  const sums = new Map<string, bigint>();
  const listed = listedTokens(payer.chainId);
  for (const record of records) {
    if (!isInWeek(record, payer.now) || hasFailed(record)) continue;
    for (const transfer of listTransfers(record, listed)) {
      const { token, amount, to } = transfer;
      const isKept = payer.ownAddresses.some((one) => sameFelt(one, to));
      if (!findSides(transfer, payer.account).isOut || isKept) continue;
      if (listed[token]) sums.set(token, (sums.get(token) ?? 0n) + BigInt(amount));
    }
  }
  return [...sums].map(([token, amount]) => ({ token, amount: String(amount) }));
}

export const isInWeek = ({ timestamp }: ListedTransaction, now: number): boolean =>
  timestamp > now - WEEK_SECONDS;

const hasFailed = ({ status, executionStatus, failureReason }: ListedTransaction): boolean =>
  status === 'REJECTED' || executionStatus === 'REVERTED' || failureReason !== null;
