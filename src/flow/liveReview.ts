import type { Module } from '../module';
import { boundsFor } from '../starknet/fees';
import type { ResourceBounds } from '../starknet/transaction';
import type { ReviewInput } from '../ui/reviewFacts';
import type { Wish } from './estimateTransaction';
import { boundAt, openReview, type Prepared, type TransactionReview } from './prepareTransaction';
import { feeInMoney, moneyOf } from './prices';
import { readCalls } from './readCalls';
import { readSubject } from './readSubject';
import { type Live, REFRESH_MS } from './review';
import { type SimulatedPlan, simulateAgain } from './simulate';
import { isSponsored, sponsored } from './sponsor';
import { OWN, payOptions } from './sponsorOptions';
import { together } from './together';

/**
 * Opens a review with what the user can choose in it, and with what it costs in money. Paymaster
 * and price source are asked while the node is, so that they hold up no dialog that they need not.
 * @throws as openReview
 */
export async function openWithChoices(module: Module, wish: Wish): Promise<Prepared> {
  const { chainId } = wish.context.network;
  const isDeployed = wish.account.deployment === 'deployed';
  const [{ review, simulated }, early] = await Promise.all([
    openReview(module, wish),
    isDeployed ? payOptions(module, wish, { deploys: false }) : undefined,
    // The price is kept for a while, and found again below.
    moneyOf(module, chainId, 0n),
  ]);
  const { plan } = simulated;
  const options = early && !plan.deploys ? early : await payOptions(module, wish, plan);
  const money = await feeInMoney(module, chainId, review.fee);
  const l1 = module.l1Fee.latest();
  return {
    simulated,
    review: {
      ...review,
      ...(options.length > 0 && { payWith: { chosen: OWN, options } }),
      ...(money && { money }),
      ...(l1 && { l1 }),
    },
  };
}

/**
 * Keeps an open review up to date, and changes it as the user chooses. What is signed stays as it
 * is drawn: every answer here is a new review, drawn and frozen as a whole. The nonce never changes.
 */
export function liveReview(
  module: Module,
  wish: Wish,
  { review: first, simulated }: Prepared,
): Live<TransactionReview> {
  const plans = new WeakMap<TransactionReview, SimulatedPlan>([[first, simulated]]);
  const remember = (review: TransactionReview, plan: SimulatedPlan) => {
    plans.set(review, plan);
    return review;
  };
  const planOf = (review: TransactionReview) => plans.get(review) ?? simulated;
  const own = async (review: TransactionReview, plan: SimulatedPlan, speed = review.speed) => {
    const {
      sponsor: _,
      typedData: __,
      ...plain
    } = review as TransactionReview & Partial<Record<'sponsor' | 'typedData', unknown>>;
    const bound = boundAt(wish, plan, speed ?? 'normal');
    const money = await feeInMoney(module, wish.context.network.chainId, bound.fee);
    return remember({ ...plain, ...bound, ...(money && { money }) }, plan);
  };

  return {
    async change(review, { name, value }: ReviewInput) {
      const plan = planOf(review);
      if (name === 'speed') return own(review, plan, value);
      if (value === OWN) {
        const payWith = review.payWith && { ...review.payWith, chosen: OWN };
        return own({ ...review, ...(payWith && { payWith }) }, plan);
      }
      const paid = await sponsored(module, review, value);
      const payWith = paid.payWith && { ...paid.payWith, chosen: value };
      return remember({ ...paid, ...(payWith && { payWith }) }, plan);
    },
    async refresh(review) {
      const { context, account, calls } = review;
      const { chainId } = context.network;
      const before = planOf(review);
      const reading = module.l1Fee.read();
      const node = await module.node(chainId);
      const [again, read] = await together(node, [
        (shared) => simulateAgain(module, shared, { wish, plan: before.plan }),
        (shared) =>
          readCalls(module, shared, { chainId, account: account.address, calls, abis: wish.abis }),
      ]);
      const plan = { ...before, ...again };
      const reads = await readSubject(module, node, { context, account, ...plan }, read);
      const l1 = await reading;
      const renewed = { ...review, reads, ...(l1 && { l1 }) };
      if (isSponsored(review) || stillCovered(review, plan)) return remember(renewed, plan);
      return own(renewed, plan);
    },
    everyMs: REFRESH_MS,
  };
}

/** True where the bounds that are shown still have room for what it would take now. */
function stillCovered({ transactions }: TransactionReview, { estimates }: SimulatedPlan): boolean {
  return transactions.every(({ resource_bounds }, index) => {
    const estimate = estimates[index];
    return estimate !== undefined && covers(resource_bounds, boundsFor(estimate, TIGHT));
  });
}

/** A tenth is left for what comes between confirming and inclusion. */
const TIGHT = { amount: 10, price: 10 };

const covers = (bounds: ResourceBounds, needed: ResourceBounds): boolean =>
  (['l1_gas', 'l1_data_gas', 'l2_gas'] as const).every(
    (kind) =>
      BigInt(bounds[kind].max_amount) >= BigInt(needed[kind].max_amount) &&
      BigInt(bounds[kind].max_price_per_unit) >= BigInt(needed[kind].max_price_per_unit),
  );
