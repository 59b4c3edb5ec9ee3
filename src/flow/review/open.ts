import { fail, kindOf } from '@xnet/clients/errors';
import type { Clients, Module, State } from '../../module';
import { boundsFor, coversBounds } from '../../starknet/transactions/fees';
import type { ResourceBounds, Transaction } from '../../starknet/transactions/transaction';
import type { ReviewInput, Speed } from '../../ui/review/facts';
import type { Live } from '../../ui/review/open';
import { together } from '../chain/together';
import { REFRESH_MS } from '../consent/approve';
import { OWN, type PayOptions, payOptions } from '../paymaster/options';
import { sponsored } from '../paymaster/sponsor';
import { feeInMoney, moneyOf } from '../tokens/prices';
import type { CostedPlan, TransactionRequest } from '../transactions/estimate';
import { boundTransactions, offersSpeed } from '../transactions/fees';
import { type Plan, realTransactions } from '../transactions/plan';
import type { TransactionReview } from '../transactions/review';
import { costAgain, costOf, foreseen, notSimulated, tryOut } from '../transactions/simulate';
import { lowerableAllowances, withAllowance } from './allowances';
import { fetchCalls } from './calls';
import { fetchEvidence } from './evidence';

/**
 * Reads what a transaction needs and costs, bounds it, tries it out as it is bounded, and reads
 * what its calls mean.
 *
 * One HTTP request where contracts, nonce and about what it costs are known: nonce, balance,
 * contracts, cost and trial. One more for a trial that was not foreseen and for ABIs, one where the
 * nonce has to be read before anything can be asked, and one for tokens that came to light.
 * @param isPaidByOthers true where the account need not have the fee
 * @throws insufficientFunds, feeAboveLimit, nonceTooLow and the node's errors
 */
export async function openReview(
  module: Module,
  request: TransactionRequest,
  { isPaidByOthers = false }: { isPaidByOthers?: boolean } = {},
): Promise<TransactionReview & { readonly costed: CostedPlan }> {
  const { context, account, calls, abis, declares } = request;
  const { chainId } = context.network;
  // It is drawn where it comes in time, and with the next refresh where it does not.
  void module.l1Fee.read();
  // In state, and needed once the node has answered: by then it is read.
  void Promise.allSettled([
    module.classes.abis(chainId, []),
    module.tokens.list(chainId),
    module.outsideSigned.alive(chainId, account.address, 0),
    module.usedAddresses.of(chainId, account.address),
  ]);
  const node = await module.node(chainId);
  const early = isPaidByOthers ? undefined : await foreseen(module, request);
  const [{ bound, later }, tried, read] = await together(node, [
    async (shared) => {
      const costed = { ...(await costOf(module, shared, request)), isPaidByOthers };
      module.lastCosts.keep(request, costed.estimates);
      const bound = boundAt(request, costed, 'normal', early?.bounds);
      // What was tried out counts only where it is, to the letter, what will be signed.
      if (early && JSON.stringify(early.transactions) === JSON.stringify(bound.transactions))
        return { bound };
      const trial = { ...bound, account, declares, isCharged: !isPaidByOthers };
      return { bound, later: await tryOut(shared, trial) };
    },
    async (shared) => early && tryOut(shared, { ...early, account }),
    (shared) => fetchCalls(module, shared, { chainId, account: account.address, calls, abis }),
  ]);
  const execution = later ?? tried ?? notSimulated;
  const about = { context, account, ...bound.costed, execution };
  return { ...(await fetchEvidence(module, node, about, read)), context, account, ...bound };
}

/** What is signed at a speed, and what that costs; within bounds that were tried out where they suit. */
function boundAt(
  { details }: TransactionRequest,
  costed: CostedPlan,
  speed: Speed,
  tried?: readonly ResourceBounds[],
) {
  const { bounds, tip, expected, maximum } = boundTransactions(costed, speed, tried);
  const plan: Plan = { ...costed.plan, details: { ...costed.plan.details, tip } };
  return {
    costed,
    transactions: realTransactions(plan, bounds),
    fee: { expected: String(expected), maximum: String(maximum) },
    payer: { by: 'account' as const, ...(offersSpeed(details) && { speed }) },
  };
}

/**
 * Opens a review with what the user can choose in it, and with what it costs in money. Paymaster
 * and price source are asked while the node is, so that they hold up no dialog that they need not.
 * @throws as openReview
 */
export async function openWithChoices(
  module: Module,
  request: TransactionRequest,
): Promise<TransactionReview> {
  const { chainId } = request.context.network;
  const isDeployed = request.account.deployment === 'deployed';
  const asking = isDeployed ? payOptions(module, request, { deploys: false }) : undefined;
  const [review, early] = await Promise.all([
    openReview(module, request).catch(async (error) =>
      openUnfunded(module, request, await asking, error),
    ),
    asking,
    // The price is kept for a while, and found again below.
    moneyOf(module, chainId, 0n),
  ]);
  const { plan } = costedIn(review);
  const asked = early && !plan.deploys ? early : await payOptions(module, request, plan);
  const options = review.payOptions ?? asked;
  const l1 = module.l1Fee.latest();
  const allowances = lowerableAllowances(review);
  return {
    ...(await inMoney(module, review)),
    ...(options.length > 0 && { payOptions: options }),
    ...(l1 && { l1 }),
    ...(allowances.length > 0 && { allowances }),
  };
}

/**
 * The review of who has no STRK for the fee, and whose paymaster takes it in another way.
 * @throws `error` where there is none
 */
async function openUnfunded(
  module: Module,
  request: TransactionRequest,
  [, ...options]: PayOptions = [],
  error: unknown,
): Promise<TransactionReview> {
  const [first] = options;
  if (kindOf(error) !== 'insufficientFunds' || !first) throw error;
  const review = await openReview(module, request, { isPaidByOthers: true });
  return sponsored(module, { ...review, payOptions: options }, first.value);
}

/** The same with what the account's own fee is worth. */
async function inMoney(
  module: State & Clients,
  review: TransactionReview,
): Promise<TransactionReview> {
  const { context, fee, payer } = review;
  const money = await feeInMoney(module, context.network.chainId, fee);
  return money && payer.by === 'account' ? { ...review, payer: { ...payer, money } } : review;
}

/**
 * Keeps an open review up to date, and changes it as the user chooses. What is signed stays as it
 * is drawn: every answer here is a new review, drawn and frozen as a whole. The nonce never changes.
 */
export function liveReview(module: Module, request: TransactionRequest): Live<TransactionReview> {
  const { context, account, abis, declares } = request;
  const { chainId } = context.network;
  const about = { context, account };
  const callsOf = ({ plan: { calls } }: CostedPlan) => ({
    ...{ chainId, account: account.address, calls, abis },
  });

  /** The account's own transactions at a speed, tried out as they are bounded there. */
  async function own(review: TransactionReview, costed: CostedPlan, speed = speedOf(review)) {
    const bound = boundAt(request, costed, speed);
    const node = await module.node(chainId);
    const [execution, read] = await together(node, [
      (shared) =>
        tryOut(shared, { ...bound, account, declares, isCharged: !costed.isPaidByOthers }),
      (shared) => fetchCalls(module, shared, callsOf(costed)),
    ]);
    const evidence = await fetchEvidence(module, node, { ...about, ...costed, execution }, read);
    return inMoney(module, { ...review, ...evidence, ...bound });
  }

  return {
    async change(review, input: ReviewInput) {
      const costed = costedIn(review);
      if (input.name === 'speed') return own(review, costed, input.value);
      if (input.name === 'payWith')
        return input.value === OWN ? own(review, costed) : sponsored(module, review, input.value);
      const { payer, allowances } = review;
      const calls = withAllowance(costed.plan.calls, allowances ?? [], input);
      const plan = { ...costed.plan, calls };
      const estimates = await costAgain(module, await module.node(chainId), { request, plan });
      const lowered = await own(review, { ...costed, plan, estimates });
      return payer.by === 'paymaster' ? sponsored(module, lowered, payer.payWith) : lowered;
    },
    async refresh(review) {
      const before = costedIn(review);
      const reading = module.l1Fee.read();
      const node = await module.node(chainId);
      const isCharged = review.payer.by === 'account';
      const transactions = isCharged ? review.transactions : unpaid(before);
      const [estimates, execution, read] = await together(node, [
        (shared) => costAgain(module, shared, { request, plan: before.plan }),
        (shared) => tryOut(shared, { transactions, account, declares, isCharged }),
        (shared) => fetchCalls(module, shared, callsOf(before)),
      ]);
      const costed = { ...before, estimates };
      const l1 = await reading;
      const renewed = { ...review, ...(l1 && { l1 }) };
      if (isCharged && !stillCovered(review, costed)) return own(renewed, costed);
      const evidence = await fetchEvidence(module, node, { ...about, ...costed, execution }, read);
      return { ...renewed, ...evidence, costed };
    },
    everyMs: REFRESH_MS,
  };
}

const costedIn = ({ costed }: TransactionReview): CostedPlan => costed ?? fail('internal');

const speedOf = ({ payer }: TransactionReview): Speed =>
  (payer.by === 'account' && payer.speed) || 'normal';

/** What a paymaster carries out, as the account would send it: to be tried out, never signed. */
const unpaid = ({ plan, estimates }: CostedPlan): readonly Transaction[] =>
  realTransactions(
    plan,
    estimates.map((estimate) => boundsFor(estimate)),
  );

/** True where the bounds that are shown still have room for what it would take now. */
function stillCovered({ transactions }: TransactionReview, { estimates }: CostedPlan): boolean {
  return transactions.every(({ resource_bounds }, index) => {
    const estimate = estimates[index];
    return estimate !== undefined && coversBounds(resource_bounds, boundsFor(estimate, TIGHT));
  });
}

/** A tenth is left for what comes between confirming and inclusion. */
const TIGHT = { amount: 10, price: 10 };
