import type { StoredAccount } from '../../schema/account';
import type { Call } from '../../schema/call';
import type { RequestContext } from '../../schema/context';
import type { StoredTransaction } from '../../schema/transaction';
import { type Transaction, transactionHash } from '../../starknet/transactions/transaction';

/** Transactions that an account is about to send, and the calls that they were made of. */
type Execution = {
  readonly context: RequestContext;
  readonly account: StoredAccount;
  readonly calls: readonly Call[];
  readonly transactions: readonly Transaction[];
};

/** The records of transactions, as they are before any node has heard of them. */
export function recordsOf(execution: Execution, timestamp: number): StoredTransaction[] {
  const { chainId } = execution.context.network;
  return execution.transactions.map((transaction) => ({
    txnHash: transactionHash(transaction, chainId),
    senderAddress: execution.account.address,
    ...contentOf(execution, transaction),
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
function contentOf({ account, calls }: Execution, transaction: Transaction): Content {
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
