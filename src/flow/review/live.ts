import type { Module } from '../../module';
import { boundsFor } from '../../starknet/transactions/fees';
import type { ResourceBounds } from '../../starknet/transactions/transaction';
import type { ReviewInput } from '../../ui/review/facts';
import { together } from '../chain/together';
import { type Live, REFRESH_MS } from '../consent/approve';
import { OWN, payOptions } from '../paymaster/options';
import { isSponsored, type SponsoredReview, sponsored } from '../paymaster/sponsor';
import { feeInMoney, moneyOf } from '../tokens/prices';
import type { Wish } from '../transactions/estimate';
import { type CostedPlan, costAgain, tryOut } from '../transactions/simulate';
import { askedAllowances, withAllowance } from './allowances';
import { readCalls } from './calls';
import { readSubject } from './evidence';
import { boundAt, openReview, type Prepared, type TransactionReview } from './open';

/**
 * Opens a review with what the user can choose in it, and with what it costs in money. Paymaster
 * and price source are asked while the node is, so that they hold up no dialog that they need not.
 * @throws as openReview
 */
export async function openWithChoices(module: Module, wish: Wish): Promise<Prepared> {
  const { chainId } = wish.context.network;
  const isDeployed = wish.account.deployment === 'deployed';
  const [{ review, costed }, early] = await Promise.all([
    openReview(module, wish),
    isDeployed ? payOptions(module, wish, { deploys: false }) : undefined,
    // The price is kept for a while, and found again below.
    moneyOf(module, chainId, 0n),
  ]);
  const { plan } = costed;
  const options = early && !plan.deploys ? early : await payOptions(module, wish, plan);
  const money = await feeInMoney(module, chainId, review.fee);
  const l1 = module.l1Fee.latest();
  const allowances = askedAllowances(review.reads);
  return {
    costed,
    review: {
      ...review,
      ...(options.length > 0 && { payWith: { chosen: OWN, options } }),
      ...(money && { money }),
      ...(l1 && { l1 }),
      ...(allowances.length > 0 && { allowances }),
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
  { review: first, costed: firstCosted }: Prepared,
): Live<TransactionReview> {
  const { account, abis, declares } = wish;
  const { context } = first;
  const { chainId } = context.network;
  const costs = new WeakMap<TransactionReview, CostedPlan>([[first, firstCosted]]);
  const remember = (review: TransactionReview, costed: CostedPlan) => {
    costs.set(review, costed);
    return review;
  };
  const costOfReview = (review: TransactionReview) => costs.get(review) ?? firstCosted;
  const callsOf = ({ plan: { calls } }: CostedPlan) => ({
    ...{ chainId, account: account.address, calls, abis },
  });

  /** The account's own transactions at a speed, tried out as they are bounded there. */
  async function own(review: TransactionReview, costed: CostedPlan, speed = review.speed) {
    // What a paymaster was asked for is no part of it, nor is what the fee before was worth.
    const { sponsor, typedData, now, money, ...plain } = review as TransactionReview &
      Partial<SponsoredReview>;
    const bound = boundAt(wish, costed, speed ?? 'normal');
    const node = await module.node(chainId);
    const [run, read] = await together(node, [
      (shared) => tryOut(shared, { ...bound, account, declares }),
      (shared) => readCalls(module, shared, callsOf(costed)),
    ]);
    const reads = await readSubject(module, node, { context, account, ...costed, run }, read);
    const worth = await feeInMoney(module, chainId, bound.fee);
    const { calls } = costed.plan;
    return remember({ ...plain, ...bound, calls, reads, ...(worth && { money: worth }) }, costed);
  }

  /** The same, carried out by the user's paymaster. */
  async function carried(review: TransactionReview, value: string) {
    const paid = await sponsored(module, review, value);
    const payWith = paid.payWith && { ...paid.payWith, chosen: value };
    return remember({ ...paid, ...(payWith && { payWith }) }, costOfReview(review));
  }

  return {
    async change(review, input: ReviewInput) {
      const costed = costOfReview(review);
      if (input.name === 'allowance') {
        const calls = withAllowance(costed.plan.calls, review.allowances ?? [], input);
        const plan = { ...costed.plan, calls };
        const estimates = await costAgain(module, await module.node(chainId), { wish, plan });
        const lowered = await own(review, { ...costed, plan, estimates });
        return isSponsored(review) ? carried(lowered, review.sponsor.payWith) : lowered;
      }
      const { name, value } = input;
      if (name === 'speed') return own(review, costed, value);
      if (value === OWN) {
        const payWith = review.payWith && { ...review.payWith, chosen: OWN };
        return own({ ...review, ...(payWith && { payWith }) }, costed);
      }
      return carried(review, value);
    },
    async refresh(review) {
      const before = costOfReview(review);
      const reading = module.l1Fee.read();
      const node = await module.node(chainId);
      const isCharged = !isSponsored(review);
      const { transactions } = isCharged ? review : first;
      const [estimates, run, read] = await together(node, [
        (shared) => costAgain(module, shared, { wish, plan: before.plan }),
        (shared) => tryOut(shared, { transactions, account, declares, isCharged }),
        (shared) => readCalls(module, shared, callsOf(before)),
      ]);
      const costed = { ...before, estimates };
      const l1 = await reading;
      const renewed = { ...review, ...(l1 && { l1 }) };
      if (isCharged && !stillCovered(review, costed)) return own(renewed, costed);
      const reads = await readSubject(module, node, { context, account, ...costed, run }, read);
      return remember({ ...renewed, reads }, costed);
    },
    everyMs: REFRESH_MS,
  };
}

/** True where the bounds that are shown still have room for what it would take now. */
function stillCovered({ transactions }: TransactionReview, { estimates }: CostedPlan): boolean {
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
