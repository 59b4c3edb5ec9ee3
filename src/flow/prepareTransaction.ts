import type { Module } from '../module';
import type { StoredAccount } from '../schema/account';
import type { Call } from '../schema/call';
import type { RequestContext } from '../schema/context';
import type { Transaction } from '../starknet/transaction';
import { boundTransactions } from './boundTransactions';
import { realTransactions } from './buildTransactions';
import { estimateTransaction, type Wish } from './estimateTransaction';

/** What the user reviews and the signer signs: unsigned and complete, with what it may cost. */
export type TransactionReview = {
  readonly context: RequestContext;
  readonly account: StoredAccount;
  readonly calls: readonly Call[];
  /** In the order in which they are sent: the deployment first where there is one. */
  readonly transactions: readonly Transaction[];
  /** FRI, decimal; `expected` is null where nothing was estimated. */
  readonly fee: { readonly expected: string | null; readonly maximum: string };
};

/**
 * Reads what a transaction needs, estimates its fee and binds it.
 * @throws insufficientFunds, transactionReverts, feeAboveLimit, nonceTooLow and the node's errors
 */
export async function prepareTransaction(module: Module, wish: Wish): Promise<TransactionReview> {
  const estimated = await estimateTransaction(module, wish);
  const { bounds, expected, maximum } = boundTransactions(estimated);
  return {
    context: wish.context,
    account: wish.account,
    calls: wish.calls,
    transactions: realTransactions(estimated.plan, bounds),
    fee: { expected: String(expected), maximum: String(maximum) },
  };
}
