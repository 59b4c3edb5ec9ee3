import { fail } from '@xnet/clients/errors';
import type { Module, State, Wallet } from '../../module';
import type { RemoteCall } from '../../remote/method';
import type { Outcome, StarknetNode } from '../../remote/starknet/node';
import { isContractNotFound } from '../../remote/starknet/nodeErrors';
import { starknet_estimateFee } from '../../remote/starknet/starknet_estimateFee';
import { starknet_getNonce } from '../../remote/starknet/starknet_getNonce';
import type { StoredAccount } from '../../schema/account';
import type { Call } from '../../schema/call';
import type { DeployFeeEstimate } from '../../schema/feeEstimate';
import type { RequestContext } from '../../schema/primitives';
import { isTaken, type StoredTransaction } from '../../schema/transaction';
import type { TransactionDetails } from '../../schema/transactionDetails';
import { knownTokens, parseUint256 } from '../../starknet/tokens/erc20';
import { boundsFor, type FeeEstimate, maximumFee, sumFees } from '../../starknet/transactions/fees';
import type { Transaction } from '../../starknet/transactions/transaction';
import { together, view } from '../chain/together';
import { doubtfulIn, type Earlier, earlierIn, reopen, statusCalls } from './earlier';
import {
  countedNonce,
  type Declaration,
  type DeclaredHashes,
  expectedNonce,
  lower,
  nextNonce,
  onWire,
  type Plan,
  queryTransactions,
} from './plan';

/** What is asked for: calls, or none where the account is only to be deployed. */
export type TransactionRequest = {
  context: RequestContext;
  account: StoredAccount;
  calls: readonly Call[];
  declares?: Declaration;
  details: TransactionDetails;
  /** What a dapp says that the ABIs of the calls are: compared, and never read by. */
  abis?: unknown;
};

/** The same where only the hashes of a class are known: its cost cannot be asked for. */
export type PlanRequest = Omit<TransactionRequest, 'declares'> & { declares?: DeclaredHashes };

/** A plan with what was read to cost it. */
type Planned = {
  readonly plan: Plan;
  /** FRI. */
  readonly strkBalance: bigint;
  /** Of the first transaction, whatever nonce was asked for. */
  readonly nextNonce: bigint;
  /** What was signed before and may still be carried out. */
  readonly earlier: readonly Earlier[];
};
export type CostedPlan = Planned & {
  readonly estimates: readonly FeeEstimate[];
  /** True where the account need not have the fee. */
  readonly isPaidByOthers?: boolean;
};

/** What a node is asked of a plan. */
type Ask<R> = (plan: Plan) => Promise<RemoteCall<R>>;

/** What a dapp may choose of an estimate that is its own; what the user reviews knows no such choice. */
type Basis = Pick<TransactionDetails, 'blockIdentifier' | 'skipValidate'>;

/**
 * Plans a transaction and asks a node about it, in at most two HTTP requests: nonce and balance,
 * then the question; a single one where the plan is guessed, because then the question rides along:
 * the journal mostly tells which nonce comes next, and what is not known to be deployed is not.
 * @throws nonceTooLow, accountDeployed, nodeFault where the node does not have the deployment that is
 * under way, and the node's errors, but for the answer's own
 */
export async function planTransaction<R>(
  module: State,
  node: StarknetNode,
  request: PlanRequest,
  ask: Ask<R>,
  { blockIdentifier: block_id = 'pre_confirmed' }: Basis = {},
): Promise<Planned & { readonly answer: Outcome<R> }> {
  const { account, details } = request;
  const { chainId } = request.context.network;
  const reads = [
    starknet_getNonce({ block_id, contract_address: account.address }),
    strkBalanceOf(account.address),
  ] as const;
  // In the state of a block nothing counts that came after it.
  const isNow = block_id === 'pre_confirmed';
  const journal = isNow ? await module.transactions.recent(chainId, account.address) : [];
  const doubtful = doubtfulIn(journal);

  const expected = expectedNonce(journal, details);
  const isNew = expected === undefined && account.deployment !== 'deployed';
  const guess = isNew ? 0n : expected;
  const guessed = guess === undefined ? undefined : planOf(request, isNew, guess);
  const [[nonce, balance, guessedAnswer], statuses] = await together(node, [
    async (shared) => shared.batch([...reads, ...(guessed ? [await ask(guessed)] : [])]),
    (shared) => shared.batch(statusCalls(doubtful)),
  ]);
  const history = await reopen(module, journal, doubtful, statuses);
  const deploys = !nonce.ok;
  if (!nonce.ok && !isContractNotFound(nonce.error)) throw nonce.error;
  if (deploys) {
    const deployments = await node.batch(statusCalls(journal.filter(isDeployment)));
    if (deployments.some(({ ok }) => ok)) fail('nodeFault', 'It lacks the deployment.');
  } else {
    if (account.deployment === 'unknown')
      await module.accounts.markDeployed(chainId, account.address);
    if (request.calls.length === 0 && !request.declares) fail('accountDeployed');
  }
  // A chain on this machine has one node, and goes back or begins anew as its developer likes.
  const counted = typeof request.context.network.name === 'string' ? history : [];
  const atNode = nonce.ok ? countedNonce(BigInt(nonce.value), counted, module.now() / 1000) : 0n;
  refuseUsed(details, atNode);
  const next = deploys ? 0n : nextNonce(atNode, history);
  const earlier = earlierIn(history, atNode);
  const askFor = async (nonce: bigint) => {
    const plan = planOf(request, deploys, nonce);
    const isGuessRight = deploys === guessed?.deploys && nonce === guessed.nonce;
    const [answer] =
      isGuessRight && guessedAnswer ? [guessedAnswer] : await node.batch([await ask(plan)]);
    return { plan, answer, strkBalance: amount(outcomeValue(balance)), nextNonce: next, earlier };
  };
  if (details.nonce !== undefined) return askFor(BigInt(details.nonce));
  // The node refused one of a nonce that it calls used now. Of two of one nonce only one can be
  // carried out, so that nonce is asked for first, and left only where the node will not have it.
  const [held] = earlier.flatMap(({ isHeld, nonce }) => (isHeld ? BigInt(nonce) : [])).sort(lower);
  const again = held === undefined ? undefined : await askFor(held);
  return again && isTried(again.answer) ? again : askFor(next);
}

/** Taken by a node; one that it does not know by now was dropped, or its block taken back. */
const isDeployment = (record: StoredTransaction): boolean =>
  isTaken(record) && record.txnType === 'deploy';

/** What reverts was tried with its nonce; one that the node will not have is told in another way. */
const isTried = (answer: Outcome<unknown>): boolean =>
  answer.ok || answer.error.kind === 'transactionReverts';

/** What a transaction costs, without asking the user. */
export async function estimateTransaction(
  module: Module,
  request: TransactionRequest,
): Promise<CostedPlan> {
  const node = await module.node(request.context.network.chainId);
  const ask = (plan: Plan) => estimateCall(module, request, plan, request.details);
  const { answer, ...planned } = await planTransaction(module, node, request, ask, request.details);
  // Sites estimate first: what they then send can be tried out at once.
  return { ...planned, estimates: module.lastCosts.keep(request, outcomeValue(answer)) };
}

/** Nodes say of an estimate only that its nonce is invalid: which way, is told here. */
function refuseUsed({ nonce }: TransactionDetails, atNode: bigint): void {
  if (nonce !== undefined && BigInt(nonce) < atNode)
    fail('nonceTooLow', `Nonce ${BigInt(nonce)} was asked for; the next is ${atNode}.`);
}

const planOf = (
  { account, calls, declares, details }: PlanRequest,
  deploys: boolean,
  nonce: bigint,
): Plan => ({
  account,
  calls,
  // A review holds its plan, and need not hold the class.
  declares: declares && withoutClass(declares),
  details,
  deploys,
  nonce,
});

const withoutClass = ({ classHash, compiledClassHash }: DeclaredHashes): DeclaredHashes => ({
  classHash,
  compiledClassHash,
});

/** The question of what a plan costs. */
export async function estimateCall(
  module: Wallet,
  request: TransactionRequest,
  plan: Plan,
  { blockIdentifier = 'pre_confirmed', skipValidate = false }: Basis = {},
) {
  return starknet_estimateFee({
    request: skipValidate
      ? sent(queryTransactions(plan), request)
      : await signedQueries(module, request, plan),
    simulation_flags: skipValidate ? ['SKIP_VALIDATE'] : [],
    block_id: blockIdentifier,
  });
}

/** The transactions of a plan in the form that is only estimated, signed in that form. */
export async function signedQueries(
  module: Wallet,
  request: TransactionRequest,
  plan: Plan,
): Promise<object[]> {
  const { chainId } = request.context.network;
  const asked = { account: plan.account, transactions: queryTransactions(plan) };
  return sent(await module.keys.signForEstimate(asked, chainId), request);
}

const sent = (transactions: readonly Transaction[], { declares }: TransactionRequest): object[] =>
  transactions.map((transaction) => onWire(transaction, declares));

const strkBalanceOf = (address: string) => view(knownTokens.STRK.address, 'balanceOf', [address]);

const amount = (felts: readonly string[]): bigint =>
  parseUint256(felts) ?? fail('nodeFault', 'The balance of STRK is not a number.');

function outcomeValue<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw outcome.error;
  return outcome.value;
}

/** The spec's fee estimate. Its one gas figure is the L2 gas, which carries nearly all of a fee. */
export function feeEstimateOf({ plan, estimates }: CostedPlan): DeployFeeEstimate {
  const tip = plan.details.tip ?? '0x0';
  const suggested = estimates.reduce((sum, each) => sum + maximumFee(boundsFor(each), tip), 0n);
  const gas = estimates.reduce((sum, { l2_gas_consumed }) => sum + BigInt(l2_gas_consumed), 0n);
  return {
    suggestedMaxFee: String(suggested),
    overallFee: String(sumFees(estimates)),
    gasConsumed: String(gas),
    gasPrice: String(BigInt(estimates[0]?.l2_gas_price ?? 0)),
    unit: 'wei',
  };
}
