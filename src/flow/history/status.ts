import {
  asKnown,
  FOREIGN_NONCE,
  GIVEN_UP_AFTER,
  type StoredTransaction,
} from '../../schema/transaction';

/** A node's status of a transaction (TXN_STATUS_RESULT of the Starknet JSON-RPC specification). */
export type NodeStatus = {
  finality_status: NonNullable<StoredTransaction['finalityStatus']>;
  execution_status?: NonNullable<StoredTransaction['executionStatus']> | undefined;
  failure_reason?: string | undefined;
};

const statusOfFinality = {
  RECEIVED: 'RECEIVED',
  CANDIDATE: 'RECEIVED',
  PRE_CONFIRMED: 'PENDING',
  ACCEPTED_ON_L2: 'ACCEPTED_ON_L2',
  ACCEPTED_ON_L1: 'ACCEPTED_ON_L2',
} as const satisfies Record<NodeStatus['finality_status'], StoredTransaction['status']>;

export type RecordStatus = Pick<
  StoredTransaction,
  'status' | 'failureReason' | 'finalityStatus' | 'executionStatus'
>;

/** The cause is at the end of the text; longer texts would fill the journal. */
const MAX_REASON = 2_000;

/**
 * The specification's status and reason for a node's response, plus the node's own two statuses. The
 * specification has none for a reverted transaction: it is ACCEPTED_ON_L2, with a reason.
 */
export function recordStatus(answer: NodeStatus): RecordStatus {
  return {
    status: statusOfFinality[answer.finality_status],
    failureReason: failureReasonIn(answer),
    finalityStatus: answer.finality_status,
    executionStatus: answer.execution_status ?? null,
  };
}

function failureReasonIn(answer: NodeStatus): string | null {
  if (answer.execution_status !== 'REVERTED') return null;
  return (answer.failure_reason || 'Reverted; the node gave no reason.').slice(-MAX_REASON);
}

/**
 * Updates a record by a node's status. ACCEPTED_ON_L2 is final; PENDING may fall back to RECEIVED;
 * a rejected record opens again if the transaction reappears.
 */
export const afterStatus = (record: StoredTransaction, answer: NodeStatus): StoredTransaction => {
  if (
    record.status === 'ACCEPTED_ON_L2' &&
    statusOfFinality[answer.finality_status] !== 'ACCEPTED_ON_L2'
  )
    return record;
  return { ...asKnown(record), ...recordStatus(answer) };
};

/** Seconds after which the end of a message that a paymaster was given has passed for sure. */
const PAYMASTER_TIME = 3_600;

/**
 * Updates a record that the node does not know. Only what cannot be executed any more is rejected:
 * the account's nonce has passed it, or the time of the paymaster's message is over. Anything else
 * stays open, and is missing once it is too old to be waiting anywhere.
 */
export function afterUnknown(
  record: StoredTransaction,
  { accountNonce, now }: { accountNonce: bigint; now: number },
): StoredTransaction {
  if (record.status !== 'RECEIVED' && record.status !== 'PENDING') return record;
  const { isMissing: _isMissing, ...previous } = record;
  const unknown = { ...previous, finalityStatus: null, executionStatus: null };
  const rejected = (failureReason: string): StoredTransaction => ({
    ...unknown,
    status: 'REJECTED',
    failureReason,
  });
  const age = now - record.timestamp;
  if (record.nonce === FOREIGN_NONCE && age > PAYMASTER_TIME)
    return rejected('Its time is over. It was not carried out, or only under another hash.');
  if (accountNonce > BigInt(record.nonce))
    return rejected('Dropped, or replaced by another transaction of the same nonce.');
  if (age <= GIVEN_UP_AFTER) return record;
  return { ...unknown, status: 'RECEIVED', failureReason: null, isMissing: true };
}
