import type { Module } from '../module';
import type { StoredAccount } from '../schema/account';
import type { Call } from '../schema/call';
import type { RequestContext } from '../schema/context';
import type { Transaction } from '../starknet/transaction';
import type { FeeFacts, Speed } from '../ui/reviewFacts';
import { boundTransactions } from './boundTransactions';
import { type Plan, realTransactions } from './buildTransactions';
import type { Wish } from './estimateTransaction';
import { offersSpeed } from './feeChoice';
import { readCalls } from './readCalls';
import { type Reads, readSubject } from './readSubject';
import { type SimulatedPlan, simulateTransaction } from './simulate';
import { together } from './together';
import type { Subject } from './warnings/subject';

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
export type Prepared = { readonly review: TransactionReview; readonly simulated: SimulatedPlan };

/**
 * Reads what a transaction needs, tries it out, bounds it, and reads what its calls mean.
 *
 * Two HTTP requests where the contracts are known, and one or two more where they are not: nonce,
 * balance and contracts; simulation and ABIs; tokens that came to light. The simulation goes with
 * the first where the journal tells the nonce.
 * @throws insufficientFunds, feeAboveLimit, nonceTooLow and the node's errors
 */
export async function openReview(module: Module, wish: Wish): Promise<Prepared> {
  const { context, account, calls, abis } = wish;
  const { chainId } = context.network;
  // It is drawn where it comes in time, and with the next refresh where it does not.
  void module.l1Fee.read();
  const node = await module.node(chainId);
  const [simulated, read] = await together(node, [
    (shared) => simulateTransaction(module, shared, wish),
    (shared) => readCalls(module, shared, { chainId, account: account.address, calls, abis }),
  ]);
  const bound = boundAt(wish, simulated, 'normal');
  const reads = await readSubject(module, node, { context, account, ...simulated }, read);
  return { review: { context, account, calls, ...bound, reads }, simulated };
}

/** What is signed at a speed, and what that costs. */
export function boundAt(
  { details }: Wish,
  simulated: SimulatedPlan,
  speed: Speed,
): Pick<TransactionReview, 'transactions' | 'fee' | 'speed'> {
  const { bounds, tip, expected, maximum } = boundTransactions(simulated, speed);
  const plan: Plan = { ...simulated.plan, details: { ...simulated.plan.details, tip } };
  return {
    transactions: realTransactions(plan, bounds),
    fee: { expected: String(expected), maximum: String(maximum) },
    ...(offersSpeed(details) && { speed }),
  };
}
