import { type ChainId, sameFelt } from '../../schema/primitives';
import type { ListedTransaction } from '../../schema/transaction';
import type { Quantity } from '../../starknet/meaning/meaning';
import { callsInRecord } from '../../starknet/transactions/calls';
import { listedTokens } from '../transactions/tokenTable';
import type { Journal } from './historyTable';
import type { Paid } from './part';
import { findSides, hasFailed, listTransfers } from './transfer';

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

type Sources = Pick<Payer, 'account' | 'now'> & {
  readonly journal: Journal;
  /** Senders of transactions, as far as a node has told. */
  readonly paid: ReadonlyMap<string, Paid>;
};

/**
 * Whether the records tell all payments of the last seven days that are in them. One that was found
 * in another account's transaction holds one transfer of several; one of an explorer has no calls.
 */
export const isWeekReadable = (records: readonly ListedTransaction[], sources: Sources): boolean =>
  records.every(
    (record) => !isInWeek(record, sources.now) || hasFailed(record) || isReadable(record, sources),
  );

function isReadable(record: ListedTransaction, { account, journal, paid }: Sources): boolean {
  const { txnHash, txnType, contractFuncName, contractCallData } = record;
  if (txnType !== 'invoke' || journal.has(txnHash)) return true;
  const sender = paid.get(txnHash)?.sender;
  if (record.incoming || sender === undefined || !sameFelt(sender, account)) return false;
  if (contractFuncName === '__execute__') return callsInRecord(record).length > 0;
  return contractCallData.length > 0;
}

export const isInWeek = ({ timestamp }: ListedTransaction, now: number): boolean =>
  timestamp > now - WEEK_SECONDS;
