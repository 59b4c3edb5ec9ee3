import type { StoredTransaction } from '../schema/transaction';
import { type Transaction, transactionHash } from '../starknet/transaction';
import type { TransactionReview } from './prepareTransaction';

/** The records of a review's transactions, as they are before any node has heard of them. */
export function recordsOf(review: TransactionReview, timestamp: number): StoredTransaction[] {
  const { chainId } = review.context.network;
  return review.transactions.map((transaction) => ({
    txnHash: transactionHash(transaction, chainId),
    senderAddress: review.account.address,
    ...contentOf(review, transaction),
    status: 'RECEIVED',
    failureReason: null,
    eventIds: [],
    timestamp,
    chainId,
    finalityStatus: null,
    executionStatus: null,
    nonce: transaction.nonce,
    known: false,
  }));
}

type Content = Pick<
  StoredTransaction,
  'txnType' | 'contractAddress' | 'contractFuncName' | 'contractCallData'
>;

/** One call is told as itself; several are one call of the account's own __execute__. */
function contentOf({ account, calls }: TransactionReview, transaction: Transaction): Content {
  if (transaction.type === 'DEPLOY_ACCOUNT')
    return {
      txnType: 'deploy',
      contractAddress: account.address,
      contractFuncName: '',
      contractCallData: [...transaction.constructor_calldata],
    };
  if (transaction.type === 'DECLARE')
    return {
      txnType: 'declare',
      contractAddress: account.address,
      contractFuncName: '',
      contractCallData: [transaction.class_hash],
    };
  const [call, ...others] = calls;
  return call && others.length === 0
    ? {
        txnType: 'invoke',
        contractAddress: call.contractAddress,
        contractFuncName: call.entrypoint,
        contractCallData: [...call.calldata],
      }
    : {
        txnType: 'invoke',
        contractAddress: account.address,
        contractFuncName: '__execute__',
        contractCallData: [...transaction.calldata],
      };
}
