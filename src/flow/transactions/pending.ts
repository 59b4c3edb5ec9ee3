import type { Module } from '../../module';
import type { Outcome } from '../../remote/starknet/node';
import { starknet_getTransactionStatus } from '../../remote/starknet/starknet_getTransactionStatus';
import { sameFelt } from '../../schema/primitives';
import {
  asKnown,
  FOREIGN_NONCE,
  GIVEN_UP_AFTER,
  isAcknowledged,
  type StoredTransaction,
} from '../../schema/transaction';

/**
 * A signature that may still be carried out. It lives until the chain has used its nonce or its time
 * is over, whatever a node or a paymaster says of it.
 */
export type PendingSignature = PendingTransaction | PendingMessage;

/** A transaction of the account. */
export type PendingTransaction = {
  readonly uses: 'nonce';
  /** Decimal. */
  readonly nonce: string;
  readonly txnHash: string;
  /** True if the node says that the nonce is used, but by none of our accepted transactions. */
  readonly isHeld: boolean;
  /** True if a node has accepted it, or another of its nonce, a moment ago: later ones wait for it. */
  readonly isAwaited: boolean;
};

/** Calls that others carry out (SNIP-9). */
export type PendingMessage = {
  readonly uses: 'time';
  /** Unix seconds. */
  readonly before: number;
  /** Origin that received the signature; absent if it was a paymaster. */
  readonly site?: string | undefined;
  /** True if a node knows the transaction that the paymaster has reported a moment ago. */
  readonly isAwaited: boolean;
  /** True if a node says that it was carried out, which nothing else confirms. */
  readonly isUsed: boolean;
};

/** A deployment can be executed only once anyway. */
const usesNonce = ({ nonce, txnType }: StoredTransaction): boolean =>
  nonce !== FOREIGN_NONCE && txnType !== 'deploy';
const isAccepted = ({ status }: StoredTransaction): boolean => status === 'ACCEPTED_ON_L2';
export const isRecent = ({ timestamp }: StoredTransaction, now: number): boolean =>
  now - timestamp <= GIVEN_UP_AFTER;

/** Records of a history that an accepted one has not passed, and that no node confirmed lately. */
export function listUnconfirmed(
  history: readonly StoredTransaction[],
  now: number,
): StoredTransaction[] {
  const isPassed = passedBy(history);
  return history.filter(
    (record) =>
      usesNonce(record) &&
      !isAccepted(record) &&
      !(isAcknowledged(record) && isRecent(record, now)) &&
      !isPassed(record),
  );
}

/** An accepted transaction has used its nonce and all before it. */
function passedBy(history: readonly StoredTransaction[]) {
  const accepted = history.filter((record) => usesNonce(record) && isAccepted(record));
  return ({ nonce }: StoredTransaction): boolean =>
    accepted.some((acceptedRecord) => BigInt(acceptedRecord.nonce) >= BigInt(nonce));
}

/** A history, and those of its records that a node has just confirmed. */
export type Journal = {
  readonly history: readonly StoredTransaction[];
  readonly confirmed: readonly StoredTransaction[];
};

type Moment = {
  /** Unix seconds. */
  readonly now: number;
  /** The nonce by node and journal; absent if it was not read. */
  readonly atNode?: bigint;
  /** True on a local chain, which may begin anew: nothing that it accepted is in doubt. */
  readonly isLocal?: boolean;
};

/** The transactions of a history that may still be executed. */
export function listPending(
  { history, confirmed }: Journal,
  { now, atNode, isLocal = false }: Moment,
): PendingTransaction[] {
  const isPassed = passedBy(history);
  const isUsed = ({ nonce }: StoredTransaction) => atNode !== undefined && BigInt(nonce) < atNode;
  const awaited = history.filter(
    (record) =>
      isAcknowledged(record) &&
      (isRecent(record, now) || (isUsed(record) && confirmed.includes(record))),
  );
  return history.filter(usesNonce).flatMap((record) => {
    const isCounted = atNode === undefined || isUsed(record) || (isLocal && isAccepted(record));
    if (isCounted && isPassed(record)) return [];
    const { nonce, txnHash } = record;
    // Only one of two with the same nonce can be executed.
    const isAwaited = awaited.some((awaitedRecord) => sameFelt(awaitedRecord.nonce, nonce));
    const isHeld = isUsed(record) && !isAwaited;
    return { uses: 'nonce', nonce: `${BigInt(nonce)}`, txnHash, isHeld, isAwaited };
  });
}

/** Queries the status of records, one call each, in order. */
export const statusCalls = (records: readonly Pick<StoredTransaction, 'txnHash'>[]) =>
  records.map(({ txnHash }) => starknet_getTransactionStatus({ transaction_hash: txnHash }));

/** Reopens records that a node does know; the tracker then settles them. */
export async function reopen(
  module: Pick<Module, 'transactions'>,
  history: readonly StoredTransaction[],
  records: readonly StoredTransaction[],
  answers: readonly Outcome<unknown>[],
): Promise<Journal> {
  const foundRecords = records.filter((_, index) => answers[index]?.ok);
  const opened = (record: StoredTransaction): StoredTransaction => {
    if (isAcknowledged(record)) return record;
    return { ...asKnown(record), status: 'RECEIVED', failureReason: null };
  };
  for (const { chainId, txnHash } of foundRecords.filter((record) => !isAcknowledged(record)))
    await module.transactions.change(chainId, txnHash, opened);
  const confirmed: StoredTransaction[] = [];
  const all = history.map((record) => {
    if (!foundRecords.includes(record)) return record;
    const pendingRecord = opened(record);
    confirmed.push(pendingRecord);
    return pendingRecord;
  });
  return { history: all, confirmed };
}
