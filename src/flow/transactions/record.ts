import { FOREIGN_NONCE, type StoredTransaction } from '../../schema/transaction';
import { encodeExecute } from '../../starknet/transactions/calls';
import type { Signed, Transaction } from '../../starknet/transactions/transaction';
import type { TransactionReview } from './review';

type Reviewed = Pick<TransactionReview, 'context' | 'account' | 'transactions'> & {
  readonly calls: readonly Pick<TransactionReview['calls'][number], 'call'>[];
};
type Content = Pick<
  StoredTransaction,
  'txnType' | 'contractAddress' | 'contractFuncName' | 'contractCallData'
>;

/** Seconds until the tracker first checks a sent transaction. */
export const FIRST_POLL_SECONDS = 2;

/** Records of signed transactions, before any node knows them. */
export const createRecords = (
  review: Reviewed,
  signed: readonly Signed[],
  timestamp: number,
): StoredTransaction[] =>
  signed.map(({ hash, transaction }) => ({
    ...recordOf(review, contentOf(review, transaction), timestamp),
    txnHash: hash,
    nonce: transaction.nonce,
    known: false,
  }));

/** The record of calls that a paymaster says to have sent under this hash. */
export const sponsoredRecord = (
  review: Reviewed,
  txnHash: string,
  timestamp: number,
): StoredTransaction => ({
  ...recordOf(review, invoked(review), timestamp),
  txnHash,
  nonce: FOREIGN_NONCE,
  known: false,
});

const recordOf = ({ context, account }: Reviewed, content: Content, timestamp: number) => ({
  senderAddress: account.address,
  ...content,
  status: 'RECEIVED' as const,
  failureReason: null,
  eventIds: [],
  timestamp,
  chainId: context.network.chainId,
  finalityStatus: null,
  executionStatus: null,
});

function contentOf(review: Reviewed, transaction: Transaction): Content {
  if (transaction.type === 'INVOKE') return invoked(review, transaction.calldata);
  const ofAccount = { contractAddress: review.account.address, contractFuncName: '' };
  if (transaction.type === 'DECLARE')
    return { txnType: 'declare', ...ofAccount, contractCallData: [transaction.class_hash] };
  return {
    txnType: 'deploy',
    ...ofAccount,
    contractCallData: [...transaction.constructor_calldata],
  };
}

/** A single call is recorded as itself; several, as one call of the account's own __execute__. */
function callInRecord({ account, calls }: Reviewed, calldata?: readonly string[]) {
  const all = calls.map(({ call }) => call);
  const [first, ...otherCalls] = all;
  if (first && otherCalls.length === 0) return first;
  return {
    contractAddress: account.address,
    entrypoint: '__execute__',
    calldata: calldata ?? encodeExecute(all, 1),
  };
}

function invoked(review: Reviewed, calldata?: readonly string[]): Content {
  const call = callInRecord(review, calldata);
  return {
    txnType: 'invoke',
    contractAddress: call.contractAddress,
    contractFuncName: call.entrypoint,
    contractCallData: [...call.calldata],
  };
}
