import { fail, getErrorKind } from '@xnet/clients/errors';
import type { Clients, Module, State } from '../../module';
import { knownTokens } from '../../starknet/tokens/erc20';
import { coversBounds } from '../../starknet/transactions/fees';
import type { ResourceBounds, Transaction } from '../../starknet/transactions/transaction';
import type { ReviewInput, Speed } from '../../ui/review/facts';
import type { Live } from '../../ui/review/open';
import { batchTogether } from '../chain/batchTogether';
import { REFRESH_MS } from '../consent/approve';
import { acceptOffer, findOffer } from '../paymaster/offer';
import { OWN, type PayOptions, payOptions } from '../paymaster/options';
import { fetchSponsoredReview } from '../paymaster/sponsor';
import { feeInMoney, fetchMoney } from '../tokens/prices';
import { computePlanBounds, type Plan, realTransactions } from '../transactions/build';
import { type CostedPlan, costAgain, estimateCost } from '../transactions/cost';
import { boundTransactions, offersSpeed } from '../transactions/fees';
import type { TransactionRequest } from '../transactions/plan';
import type { TransactionReview } from '../transactions/review';
import { notSimulated, predictTransactions, simulate } from '../transactions/simulate';
import { lowerableAllowances, withAllowance } from './allowances';
import { createRebase, fallBackOnModuleError } from './baseline';
import { fetchCalls } from './calls';
import { fetchEvidence } from './evidence';

/**
 * Reads what a transaction needs and costs, sets its bounds, simulates it with them, and decodes
 * its calls.
 *
 * One HTTP request if contracts, nonce and approximate cost are known: nonce, balance, contracts,
 * cost and simulation. One more if the simulated transaction differs and for ABIs, one if the nonce
 * must be read first, and one for tokens that come up.
 * @param isPaidByOthers true if the account does not need the fee
 * @throws insufficientFunds, feeAboveLimit, nonceTooLow and the node's errors
 */
export async function openReview(
  module: Module,
  request: TransactionRequest,
  { isPaidByOthers = false }: { isPaidByOthers?: boolean } = {},
): Promise<TransactionReview & { readonly costed: CostedPlan }> {
  const { context, account, calls, abis, declares } = request;
  const { chainId } = context.network;
  // Drawn if it arrives in time, else with the next refresh.
  void module.l1Fee.read();
  // From state, needed once the node has responded: loaded in the meantime.
  void Promise.allSettled([
    module.classes.abis(chainId, []),
    module.tokens.list(chainId),
    module.outsideSigned.alive(chainId, account.address, 0),
    module.usedAddresses.list(chainId),
  ]);
  const node = await module.node(chainId);
  const predicted = isPaidByOthers ? undefined : await predictTransactions(module, request);
  const [{ bound, exactRun }, predictedRun, read] = await batchTogether(node, [
    async (shared) => {
      const costed = { ...(await estimateCost(module, shared, request)), isPaidByOthers };
      module.lastCosts.keep(request, costed.estimates);
      const bound = boundAt(request, costed, 'normal', predicted?.bounds);
      // The simulation counts only if it ran exactly what will be signed.
      if (
        predicted &&
        JSON.stringify(predicted.transactions) === JSON.stringify(bound.transactions)
      )
        return { bound };
      const trial = { ...bound, account, declares, isCharged: !isPaidByOthers };
      return { bound, exactRun: await simulate(shared, trial) };
    },
    async (shared) => predicted && simulate(shared, { ...predicted, account }),
    (shared) => fetchCalls(module, shared, { chainId, account: account.address, calls, abis }),
  ]);
  const execution = exactRun ?? predictedRun ?? notSimulated;
  const about = { context, account, ...bound.costed, execution };
  return { ...(await fetchEvidence(module, node, about, read)), context, account, ...bound };
}

/** The transactions at a speed and their cost; reuses simulated bounds if they fit. */
function boundAt(
  { details }: TransactionRequest,
  costed: CostedPlan,
  speed: Speed,
  simulatedBounds?: readonly ResourceBounds[],
) {
  const { bounds, tip, expected, maximum } = boundTransactions(costed, speed, simulatedBounds);
  const plan: Plan = { ...costed.plan, details: { ...costed.plan.details, tip } };
  return {
    costed,
    transactions: realTransactions(plan, bounds),
    fee: { expected: String(expected), maximum: String(maximum) },
    payer: { by: 'account' as const, ...(offersSpeed(details) && { speed }) },
  };
}

/**
 * Opens a review with the user's choices and its cost in a currency. Queries paymaster and price
 * source in parallel with the node, so that they do not delay the dialog.
 * @throws as openReview
 */
export async function openWithChoices(
  module: Module,
  request: TransactionRequest,
): Promise<TransactionReview> {
  const { chainId } = request.context.network;
  const asking = payOptions(module, request);
  const [review, readOptions] = await Promise.all([
    openReview(module, request).catch(async (error) =>
      openUnfunded(module, request, await asking, error),
    ),
    asking,
    // The price is cached, and read again below.
    fetchMoney(module, chainId, 0n),
  ]);
  const options = review.payOptions ?? readOptions;
  const l1 = module.l1Fee.latest();
  const allowances = lowerableAllowances(review);
  return {
    ...(await inMoney(module, review)),
    ...(options.length > 0 && { payOptions: options }),
    ...(l1 && { l1 }),
    ...(allowances.length > 0 && { allowances }),
  };
}

/** How much of a token stays for a fee, smallest units. */
export type FeeShare = { readonly token: string; readonly amount: bigint };

/** Part of a paymaster's quote that is added to it: that of the review, a moment later, may be higher. */
const QUOTE_PART = 10n;

/**
 * The token that pays the fee of a request, and the most that its review would ask: STRK, or what the
 * first of other ways takes.
 * @param options ways to pay, as from payOptions
 * @param offers true to offer the public paymaster if there are none, as the review does
 * @throws insufficientFunds if nothing pays it, and as openWithChoices
 */
export async function findFeeShare(
  module: Module,
  request: TransactionRequest,
  options: PayOptions,
  { offers = false }: { offers?: boolean } = {},
): Promise<FeeShare> {
  const { address: strk } = knownTokens.STRK;
  const { fee, payer } = await openReview(module, request).catch(async (error) => {
    if (options.length === 0 && !offers) throw error;
    return openUnfunded(module, request, options, error);
  });
  if (payer.by !== 'paymaster') return { token: strk, amount: BigInt(fee.maximum) };
  // Whoever has the paymaster's key pays nothing.
  if (payer.fee.to === null) return { token: strk, amount: 0n };
  const quote = BigInt(payer.fee.amount);
  return { token: payer.payWith, amount: quote + quote / QUOTE_PART };
}

/**
 * The review for an account without STRK for the fee, if a paymaster accepts another payment. Offers
 * the public one if the user has set none.
 * @throws `error` if there is none, and userRejected
 */
async function openUnfunded(
  module: Module,
  request: TransactionRequest,
  [, ...options]: PayOptions,
  error: unknown,
): Promise<TransactionReview> {
  if (getErrorKind(error) !== 'insufficientFunds') throw error;
  const payable = options.length > 0 ? options : await optionsIfAccepted(module, request, error);
  const review = await openReview(module, request, { isPaidByOthers: true });
  return sponsoredByFirst(module, { ...review, payOptions: payable });
}

/** Tokens that the public paymaster takes, if it can be offered and the user agrees. */
async function optionsIfAccepted(
  module: Module,
  request: TransactionRequest,
  error: unknown,
): Promise<PayOptions> {
  const offer = await findOffer(module, request);
  if (!offer) throw error;
  // A request that fails for another reason is not worth a question.
  await openReview(module, request, { isPaidByOthers: true });
  await acceptOffer(module, request, offer);
  const [, ...options] = await payOptions(module, request);
  if (options.length === 0) throw error;
  return options;
}

/**
 * Paid in the first way that the paymaster takes: of some token, the account may have too little.
 * @throws insufficientFunds if calls that succeed without a fee fail with it, else the first refusal
 */
async function sponsoredByFirst(
  module: Module,
  review: TransactionReview,
): Promise<TransactionReview> {
  let refusal: unknown;
  for (const { value } of review.payOptions ?? [])
    try {
      return await fetchSponsoredReview(module, review, value);
    } catch (error) {
      refusal ??= error;
    }
  if (review.preview.state === 'known' && getErrorKind(refusal) === 'transactionReverts')
    fail('insufficientFunds', 'Too little is left for the fee in another token.', {}, refusal);
  throw refusal;
}

/** The review with the value of the account's own fee. */
async function inMoney(
  module: State & Clients,
  review: TransactionReview,
): Promise<TransactionReview> {
  const { context, fee, payer } = review;
  const money = await feeInMoney(module, context.network.chainId, fee);
  if (money && payer.by === 'account') return { ...review, payer: { ...payer, money } };
  return review;
}

/**
 * Refreshes an open review, and changes it by the user's choices. What is signed is always what is
 * drawn: each result is a new review, drawn and frozen as a whole. The nonce never changes.
 */
export function liveReview(module: Module, request: TransactionRequest): Live<TransactionReview> {
  const { context, account, abis, declares } = request;
  const { chainId } = context.network;
  const about = { context, account };
  const callsOf = ({ plan: { calls } }: CostedPlan) => ({
    chainId,
    account: account.address,
    calls,
    abis,
  });

  /** The account's own transactions at a speed, simulated with the bounds of that speed. */
  async function reviewWithOwnFee(
    review: TransactionReview,
    costed: CostedPlan,
    speed = speedOf(review),
  ) {
    const bound = boundAt(request, costed, speed);
    const node = await module.node(chainId);
    const [execution, read] = await batchTogether(node, [
      (shared) =>
        simulate(shared, { ...bound, account, declares, isCharged: !costed.isPaidByOthers }),
      (shared) => fetchCalls(module, shared, callsOf(costed)),
    ]);
    const evidence = await fetchEvidence(module, node, { ...about, ...costed, execution }, read);
    return inMoney(module, { ...review, ...evidence, ...bound });
  }

  return {
    async change(review, input: ReviewInput) {
      const costed = costedIn(review);
      if (input.name === 'speed') return reviewWithOwnFee(review, costed, input.value);
      if (input.name === 'payWith' && input.value === OWN) return reviewWithOwnFee(review, costed);
      if (input.name === 'payWith') return fetchSponsoredReview(module, review, input.value);
      const { payer, allowances } = review;
      const calls = withAllowance(costed.plan.calls, allowances ?? [], input);
      const plan = { ...costed.plan, calls };
      const estimates = await costAgain(module, await module.node(chainId), { request, plan });
      const lowered = await reviewWithOwnFee(review, { ...costed, plan, estimates });
      if (payer.by === 'paymaster') return fetchSponsoredReview(module, lowered, payer.payWith);
      return lowered;
    },
    rebase: createRebase((from, newReview) =>
      fallBackOnModuleError(
        () => ({ ...from, ...boundAt(request, costedIn(from), speedOf(newReview)) }),
        from,
      ),
    ),
    async refresh(review) {
      const previousCosts = costedIn(review);
      const reading = module.l1Fee.read();
      const node = await module.node(chainId);
      const isCharged = review.payer.by === 'account';
      const transactions = isCharged ? review.transactions : unpaid(previousCosts);
      const [estimates, execution, read] = await batchTogether(node, [
        (shared) => costAgain(module, shared, { request, plan: previousCosts.plan }),
        (shared) => simulate(shared, { transactions, account, declares, isCharged }),
        (shared) => fetchCalls(module, shared, callsOf(previousCosts)),
      ]);
      const costed = { ...previousCosts, estimates };
      const l1 = await reading;
      const renewed = { ...review, ...(l1 && { l1 }) };
      if (isCharged && !stillCovered(review, costed)) return reviewWithOwnFee(renewed, costed);
      const evidence = await fetchEvidence(module, node, { ...about, ...costed, execution }, read);
      return { ...renewed, ...evidence, costed };
    },
    everyMs: REFRESH_MS,
  };
}

const costedIn = ({ costed }: TransactionReview): CostedPlan => costed ?? fail('internal');

const speedOf = ({ payer }: TransactionReview): Speed =>
  (payer.by === 'account' && payer.speed) || 'normal';

/** A paymaster's calls as a transaction of the account: to be simulated, never signed. */
const unpaid = ({ plan, estimates }: CostedPlan): readonly Transaction[] =>
  realTransactions(plan, computePlanBounds(plan, estimates));

/** True if the displayed bounds still cover the current cost. */
function stillCovered(
  { transactions }: TransactionReview,
  { plan, estimates }: CostedPlan,
): boolean {
  const tight = computePlanBounds(plan, estimates, TIGHT);
  return transactions.every(({ resource_bounds }, index) => {
    const needed = tight[index];
    return needed !== undefined && coversBounds(resource_bounds, needed);
  });
}

/** Leaves a tenth for changes between confirmation and inclusion. */
const TIGHT = { amount: 10, price: 10 };
