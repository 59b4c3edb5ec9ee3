import type { Module } from '../../module';
import type { Speed } from '../../ui/review/facts';
import { together } from '../chain/together';
import type { CostedPlan, TransactionRequest } from '../transactions/estimate';
import { boundTransactions, offersSpeed } from '../transactions/fees';
import { type Plan, realTransactions } from '../transactions/plan';
import type { TransactionReview } from '../transactions/review';
import { costOf, tryOut } from '../transactions/simulate';
import { readCalls } from './calls';
import { readEvidence } from './evidence';

/**
 * Reads what a transaction needs and costs, bounds it, tries it out as it is bounded, and reads
 * what its calls mean.
 *
 * Two HTTP requests where contracts and nonce are known: nonce, balance, contracts and cost;
 * trial and ABIs. One more where the nonce has to be read before anything can be asked, and one
 * for tokens that came to light.
 * @throws insufficientFunds, feeAboveLimit, nonceTooLow and the node's errors
 */
export async function openReview(
  module: Module,
  request: TransactionRequest,
): Promise<TransactionReview & { readonly costed: CostedPlan }> {
  const { context, account, calls, abis, declares } = request;
  const { chainId } = context.network;
  // It is drawn where it comes in time, and with the next refresh where it does not.
  void module.l1Fee.read();
  const node = await module.node(chainId);
  const [{ bound, execution }, read] = await together(node, [
    async (shared) => {
      const costed = await costOf(module, shared, request);
      const bound = boundAt(request, costed, 'normal');
      return { bound, execution: await tryOut(shared, { ...bound, account, declares }) };
    },
    (shared) => readCalls(module, shared, { chainId, account: account.address, calls, abis }),
  ]);
  const about = { context, account, ...bound.costed, execution };
  return { ...(await readEvidence(module, node, about, read)), context, account, ...bound };
}

/** What is signed at a speed, and what that costs. */
export function boundAt({ details }: TransactionRequest, costed: CostedPlan, speed: Speed) {
  const { bounds, tip, expected, maximum } = boundTransactions(costed, speed);
  const plan: Plan = { ...costed.plan, details: { ...costed.plan.details, tip } };
  return {
    costed,
    transactions: realTransactions(plan, bounds),
    fee: { expected: String(expected), maximum: String(maximum) },
    payer: { by: 'account' as const, ...(offersSpeed(details) && { speed }) },
  };
}
