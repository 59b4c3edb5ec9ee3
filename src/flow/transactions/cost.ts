import { type ErrorKind, fail } from '@xnet/clients/errors';
import type { Module, State, Wallet } from '../../module';
import type { Outcome, StarknetNode } from '../../remote/starknet/node';
import { starknet_estimateFee } from '../../remote/starknet/starknet_estimateFee';
import { starknet_simulateTransactions } from '../../remote/starknet/starknet_simulateTransactions';
import type { DeployFeeEstimate } from '../../schema/feeEstimate';
import { type FeeEstimate, maximumFee, sumFees } from '../../starknet/transactions/fees';
import type { Transaction } from '../../starknet/transactions/transaction';
import { computePlanBounds, onWire, type Plan, queryTransactions } from './build';
import {
  type Basis,
  outcomeValue,
  type Planned,
  planTransaction,
  type TransactionRequest,
} from './plan';

export type CostedPlan = Planned & {
  readonly estimates: readonly FeeEstimate[];
  /** True if the account does not need the fee. */
  readonly isPaidByOthers?: boolean;
};

/** Estimates the cost of a transaction, without asking the user. */
export async function estimateTransaction(
  module: Module,
  request: TransactionRequest,
): Promise<CostedPlan> {
  const node = await module.node(request.context.network.chainId);
  const ask = (plan: Plan) => estimateCall(module, request, plan, request.details);
  const { answer, ...planned } = await planTransaction(module, node, request, ask, request.details);
  // Sites estimate first: the transaction that follows can be simulated at once.
  return { ...planned, estimates: module.lastCosts.keep(request, outcomeValue(answer)) };
}

/** The call that estimates a plan. */
async function estimateCall(
  module: Wallet,
  request: TransactionRequest,
  plan: Plan,
  { blockIdentifier: block_id = 'pre_confirmed', skipValidate = false }: Basis = {},
) {
  if (skipValidate)
    return starknet_estimateFee({
      request: sentTransactions(queryTransactions(plan), request),
      simulation_flags: ['SKIP_VALIDATE'],
      block_id,
    });
  return starknet_estimateFee({
    request: await signedQueries(module, request, plan),
    simulation_flags: [],
    block_id,
  });
}

/** The transactions of a plan in query form, signed. */
async function signedQueries(
  module: Wallet,
  request: TransactionRequest,
  plan: Plan,
): Promise<object[]> {
  const { chainId } = request.context.network;
  const query = { account: plan.account, transactions: queryTransactions(plan) };
  return sentTransactions(await module.keys.signForEstimate(query, chainId), request);
}

const sentTransactions = (
  transactions: readonly Transaction[],
  { declares }: TransactionRequest,
): object[] => transactions.map((transaction) => onWire(transaction, declares));

/** The spec's fee estimate. Its only gas figure is L2 gas, which makes up nearly all of a fee. */
export function createFeeEstimate({ plan, estimates }: CostedPlan): DeployFeeEstimate {
  const tip = plan.details.tip ?? '0x0';
  const bounds = computePlanBounds(plan, estimates);
  const suggested = bounds.reduce((sum, bound) => sum + maximumFee(bound, tip), 0n);
  const gas = estimates.reduce((sum, { l2_gas_consumed }) => sum + BigInt(l2_gas_consumed), 0n);
  return {
    suggestedMaxFee: String(suggested),
    overallFee: String(sumFees(estimates)),
    gasConsumed: String(gas),
    gasPrice: String(BigInt(estimates[0]?.l2_gas_price ?? 0)),
    unit: 'wei',
  };
}

/** Errors that are not about the transaction: it can be estimated otherwise, and still be sent. */
const aboutNode: readonly ErrorKind[] = ['nodeFault', 'limitExceeded'];

/**
 * The cost of a plan including validation, even if it reverts: an estimate fails then. On some
 * nodes it takes four times as long as an estimate.
 */
async function simulatedCost(module: Wallet, request: TransactionRequest, plan: Plan) {
  const call = starknet_simulateTransactions({
    transactions: await signedQueries(module, request, plan),
    // The response determines the bounds.
    simulation_flags: ['SKIP_FEE_CHARGE'],
    block_id: 'pre_confirmed',
  });
  return {
    ...call,
    readResult: (result: unknown): readonly FeeEstimate[] =>
      call.readResult(result).map(({ fee_estimation }) => fee_estimation),
  };
}

/**
 * Plans a transaction and estimates its cost with a node.
 * @throws what planTransaction throws, and errors about the transaction except reverts
 */
export async function estimateCost(
  module: State & Wallet,
  node: StarknetNode,
  request: TransactionRequest,
): Promise<CostedPlan> {
  const ask = (plan: Plan) => estimateCall(module, request, plan);
  const { answer, ...planned } = await planTransaction(module, node, request, ask);
  return { ...planned, estimates: await fetchCost(module, node, { request, ...planned, answer }) };
}

/**
 * The current cost of a plan with the same nonce.
 * @throws as estimateCost
 */
export async function costAgain(
  module: Wallet,
  node: StarknetNode,
  { request, plan }: { request: TransactionRequest; plan: Plan },
): Promise<readonly FeeEstimate[]> {
  const [answer] = await node.batch([await estimateCall(module, request, plan)]);
  return fetchCost(module, node, { request, plan, answer });
}

type Costs = readonly FeeEstimate[];

/** If an estimate fails, uses a simulation. */
async function fetchCost(
  module: Wallet,
  node: StarknetNode,
  { request, plan, answer }: { request: TransactionRequest; plan: Plan; answer: Outcome<Costs> },
): Promise<Costs> {
  const count = queryTransactions(plan).length;
  const isWhole = (outcome: Outcome<Costs>) => outcome.ok && outcome.value.length === count;
  const mayBeTold: readonly ErrorKind[] = [...aboutNode, 'transactionReverts'];
  if (answer.ok && isWhole(answer)) return answer.value;
  if (!answer.ok && !mayBeTold.includes(answer.error.kind)) throw answer.error;
  const [secondOutcome] = await node.batch([await simulatedCost(module, request, plan)]);
  if (secondOutcome.ok && isWhole(secondOutcome)) return secondOutcome.value;
  if (!secondOutcome.ok && !aboutNode.includes(secondOutcome.error.kind)) throw secondOutcome.error;
  if (!answer.ok) throw answer.error;
  return fail('nodeFault', 'It estimated other transactions than those asked for.');
}
