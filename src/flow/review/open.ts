import type { Module } from '../../module';
import type { StoredAccount } from '../../schema/account';
import type { Call } from '../../schema/call';
import type { RequestContext } from '../../schema/context';
import type { Transaction } from '../../starknet/transactions/transaction';
import type { FeeFacts, Speed } from '../../ui/review/facts';
import { together } from '../chain/together';
import type { Wish } from '../transactions/estimate';
import { boundTransactions, offersSpeed } from '../transactions/fees';
import { type Plan, realTransactions } from '../transactions/plan';
import { type CostedPlan, costOf, tryOut } from '../transactions/simulate';
import type { Subject } from '../warnings/evidence';
import type { AskedAllowance } from './allowances';
import { readCalls } from './calls';
import { type Reads, readSubject } from './evidence';

/** What the user reviews and the signer signs: unsigned and complete, with what it may cost. */
export type TransactionReview = {
  readonly context: RequestContext;
  readonly account: StoredAccount;
  readonly calls: readonly Call[];
  /** In the order in which they are sent: the deployment first where there is one. */
  readonly transactions: readonly Transaction[];
  /** FRI, decimal; `expected` is null where nothing was estimated. */
  readonly fee: { readonly expected: string | null; readonly maximum: string };
  /** What was read to tell what the calls mean and what they change. */
  readonly reads: Reads;
  /** Absent where there is none to choose. */
  readonly speed?: Speed;
  /** What the user may lower, as it was asked for; absent where that is nothing. */
  readonly allowances?: readonly AskedAllowance[];
  readonly payWith?: FeeFacts['payWith'];
  readonly money?: FeeFacts['money'];
  readonly l1?: FeeFacts['l1'];
};

/** Everything that the rules of warnings look at. */
export const subjectOf = ({
  reads,
  context,
  account,
  transactions,
  fee,
}: TransactionReview): Subject => ({ ...reads, context, account, transactions, fee });

/** A review with what it takes to make it anew. */
export type Prepared = { readonly review: TransactionReview; readonly costed: CostedPlan };

/**
 * Reads what a transaction needs and costs, bounds it, tries it out as it is bounded, and reads
 * what its calls mean.
 *
 * Two HTTP requests where contracts and nonce are known: nonce, balance, contracts and cost;
 * trial and ABIs. One more where the nonce has to be read before anything can be asked, and one
 * for tokens that came to light.
 * @throws insufficientFunds, feeAboveLimit, nonceTooLow and the node's errors
 */
export async function openReview(module: Module, wish: Wish): Promise<Prepared> {
  const { context, account, calls, abis } = wish;
  const { chainId } = context.network;
  // It is drawn where it comes in time, and with the next refresh where it does not.
  void module.l1Fee.read();
  const node = await module.node(chainId);
  const [{ costed, bound, run }, read] = await together(node, [
    async (shared) => {
      const plan = await costOf(module, shared, wish);
      const bounded = boundAt(wish, plan, 'normal');
      const trial = { ...bounded, account, declares: wish.declares };
      return { costed: plan, bound: bounded, run: await tryOut(shared, trial) };
    },
    (shared) => readCalls(module, shared, { chainId, account: account.address, calls, abis }),
  ]);
  const reads = await readSubject(module, node, { context, account, ...costed, run }, read);
  return { review: { context, account, calls, ...bound, reads }, costed };
}

/** What is signed at a speed, and what that costs. */
export function boundAt(
  { details }: Wish,
  costed: CostedPlan,
  speed: Speed,
): Pick<TransactionReview, 'transactions' | 'fee' | 'speed'> {
  const { bounds, tip, expected, maximum } = boundTransactions(costed, speed);
  const plan: Plan = { ...costed.plan, details: { ...costed.plan.details, tip } };
  return {
    transactions: realTransactions(plan, bounds),
    fee: { expected: String(expected), maximum: String(maximum) },
    ...(offersSpeed(details) && { speed }),
  };
}
