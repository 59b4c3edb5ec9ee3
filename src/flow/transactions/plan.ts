import { fail } from '@xnet/clients/errors';
import type { State } from '../../module';
import type { RemoteCall } from '../../remote/method';
import type { Outcome, StarknetNode } from '../../remote/starknet/node';
import { isContractNotFound } from '../../remote/starknet/nodeErrors';
import { starknet_getNonce } from '../../remote/starknet/starknet_getNonce';
import type { StoredAccount } from '../../schema/account';
import type { Call } from '../../schema/call';
import { lower, type RequestContext, unixSeconds } from '../../schema/primitives';
import { isAcknowledged, type StoredTransaction } from '../../schema/transaction';
import type { TransactionDetails } from '../../schema/transactionDetails';
import { knownTokens, parseUint256 } from '../../starknet/tokens/erc20';
import { networkLimits } from '../../starknet/transactions/networkLimits';
import { batchTogether, view } from '../chain/batchTogether';
import type { Declaration, DeclaredHashes, Plan } from './build';
import { countedNonce, expectedNonce, nextNonce } from './nonce';
import {
  listPending,
  listUnconfirmed,
  type PendingTransaction,
  reopen,
  statusCalls,
} from './pending';

/** The requested calls; none if only the account is to be deployed. */
export type TransactionRequest = {
  context: RequestContext;
  account: StoredAccount;
  calls: readonly Call[];
  declares?: Declaration;
  details: TransactionDetails;
  /** The dapp's claim of the calls' ABIs: compared, but never used to decode. */
  abis?: unknown;
};

/** The same with only the hashes of a class, whose cost cannot be estimated. */
export type PlanRequest = Omit<TransactionRequest, 'declares'> & { declares?: DeclaredHashes };

/** A plan with the data for its cost. */
export type Planned = {
  readonly plan: Plan;
  /** FRI. */
  readonly strkBalance: bigint;
  /** The account's next nonce, regardless of the requested one. */
  readonly nextNonce: bigint;
  /** Signed before and may still be executed. */
  readonly earlier: readonly PendingTransaction[];
};

/** Builds the node call about a plan. */
type Ask<R> = (plan: Plan) => Promise<RemoteCall<R>>;

/** Choices that a dapp has for its own estimate; reviews do not offer this. */
export type Basis = Pick<TransactionDetails, 'blockIdentifier' | 'skipValidate'>;

/**
 * Plans a transaction and queries a node about it, in at most two HTTP requests: nonce and balance,
 * then the query. It takes one if the plan can be guessed, because the query is then sent along:
 * the journal usually shows the next nonce, and accounts not known to be deployed usually are not.
 * @throws nonceTooLow, accountDeployed, nodeFault if the node lacks the pending deployment, and the
 * node's errors, except those of the query itself
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
  // The state of a given block ignores everything after it.
  const isNow = block_id === 'pre_confirmed';
  const journal = isNow ? await module.transactions.recent(chainId, account.address) : [];
  const now = unixSeconds(module);
  const doubtful = listUnconfirmed(journal, now);

  const guessed = guessPlan(request, journal);
  const [[nonce, balance, guessedAnswer], statuses] = await batchTogether(node, [
    async (shared) => shared.batch([...reads, ...(guessed ? [await ask(guessed)] : [])]),
    (shared) => shared.batch(statusCalls(doubtful)),
  ]);
  const { history, confirmed } = await reopen(module, journal, doubtful, statuses);
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
  // A local chain has one node, and its developer may rewind or restart it.
  const isLocal = typeof request.context.network.name !== 'string';
  const counted = isLocal ? [] : history;
  const atNode = nonce.ok ? countedNonce(BigInt(nonce.value), counted, now) : 0n;
  requireTakenNonce(request, atNode);
  const next = deploys ? 0n : nextNonce(atNode, history);
  const pending = listPending({ history, confirmed }, { now, atNode, isLocal });
  const askFor = async (nonce: bigint) => {
    const plan = planOf(request, deploys, nonce);
    const isGuessRight = deploys === guessed?.deploys && nonce === guessed.nonce;
    const [answer] =
      isGuessRight && guessedAnswer ? [guessedAnswer] : await node.batch([await ask(plan)]);
    return {
      plan,
      answer,
      strkBalance: amount(outcomeValue(balance)),
      nextNonce: next,
      earlier: pending,
    };
  };
  if (details.nonce !== undefined) return refuseAhead(await askFor(BigInt(details.nonce)));
  // The node refused a transaction whose nonce it now calls used. Only one of two with the same
  // nonce can be executed, so that nonce is tried first, and dropped only if the node rejects it.
  const [heldNonce] = pending
    .filter(({ isHeld }) => isHeld)
    .map(({ nonce }) => BigInt(nonce))
    .sort(lower);
  if (heldNonce !== undefined) {
    const ofHeldNonce = await askFor(heldNonce);
    if (isTried(ofHeldNonce.answer)) return ofHeldNonce;
  }
  return askFor(next);
}

/** The plan that is most likely right before the node is asked. */
function guessPlan(request: PlanRequest, journal: readonly StoredTransaction[]): Plan | undefined {
  const nonce = expectedNonce(journal, request.details);
  if (nonce !== undefined) return planOf(request, false, nonce);
  if (request.account.deployment === 'deployed') return undefined;
  return planOf(request, true, 0n);
}

/** Accepted by a node; if it is unknown now, it was dropped or its block reverted. */
const isDeployment = (record: StoredTransaction): boolean =>
  isAcknowledged(record) && record.txnType === 'deploy';

/** A revert means that the nonce was accepted; a rejected nonce gives another error. */
const isTried = (answer: Outcome<unknown>): boolean =>
  answer.ok || answer.error.kind === 'transactionReverts';

/** In an estimate, some nodes only report an invalid nonce, and others none; this holds for all. */
function requireTakenNonce({ details, declares }: PlanRequest, atNode: bigint): void {
  if (details.nonce === undefined) return;
  const nonce = BigInt(details.nonce);
  if (nonce < atNode) fail('nonceTooLow', `Nonce ${nonce} was asked for; the next is ${atNode}.`);
  const last = atNode + networkLimits[declares ? 'DECLARE' : 'INVOKE'].nonceAhead;
  if (nonce > last)
    fail(
      'transactionRejected',
      `Nonce ${nonce} was asked for; the network takes none above ${last}.`,
    );
}

/** Many nodes try no transaction whose nonce is not the next one, and only say that it is invalid. */
function refuseAhead<P extends Pick<Planned, 'plan' | 'nextNonce'> & { answer: Outcome<unknown> }>(
  question: P,
): P {
  const { answer, plan, nextNonce: next } = question;
  if (!answer.ok && ofTransaction.includes(answer.error.kind) && plan.nonce > next)
    fail(
      'transactionRejected',
      `Nonce ${plan.nonce} was asked for, and the next is ${next}. The node does not estimate it: give resourceBounds, too.`,
    );
  return question;
}

/** Kinds of errors that are about the transaction, not the node. */
const ofTransaction: readonly string[] = [
  'transactionReverts',
  'transactionRejected',
  'nonceTooLow',
];

const planOf = (
  { account, calls, declares, details }: PlanRequest,
  deploys: boolean,
  nonce: bigint,
): Plan => ({
  account,
  calls,
  // A review stores its plan, but does not need the class.
  declares: declares && withoutClass(declares),
  details,
  deploys,
  nonce,
});

const withoutClass = ({ classHash, compiledClassHash }: DeclaredHashes): DeclaredHashes => ({
  classHash,
  compiledClassHash,
});

const strkBalanceOf = (address: string) => view(knownTokens.STRK.address, 'balanceOf', [address]);

const amount = (felts: readonly string[]): bigint =>
  parseUint256(felts) ?? fail('nodeFault', 'The balance of STRK is not a number.');

export function outcomeValue<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw outcome.error;
  return outcome.value;
}
