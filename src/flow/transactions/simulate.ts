import { type ErrorKind, fail } from '@xnet/clients/errors';
import type { Clients, State, Wallet } from '../../module';
import type { Outcome, StarknetNode } from '../../remote/starknet/node';
import { starknet_simulateTransactions } from '../../remote/starknet/starknet_simulateTransactions';
import type { TraceInvocation, TransactionTrace } from '../../remote/starknet/trace';
import type { StoredAccount } from '../../schema/account';
import { sameFelt } from '../../schema/primitives';
import { toHex } from '../../starknet/felt';
import type { TokenFacts } from '../../starknet/meaning/meaning';
import { type Change, changesOf, type Emitted, emittedBy } from '../../starknet/traces/changes';
import { inOneLine, revertReason } from '../../starknet/traces/revertReason';
import type { FeeEstimate } from '../../starknet/transactions/fees';
import type { Transaction } from '../../starknet/transactions/transaction';
import { say, type Words } from '../../ui/text/words';
import {
  type CostedPlan,
  estimateCall,
  planTransaction,
  signedQueries,
  type TransactionRequest,
} from './estimate';
import { boundsLike } from './fees';
import {
  type Declaration,
  expectedNonce,
  onWire,
  type Plan,
  queryTransactions,
  realTransactions,
} from './plan';

/** What became of transactions that a node tried out. */
export type Execution =
  | { readonly state: 'ran'; readonly source: string; readonly emitted: readonly Emitted[] }
  | Exclude<Preview, { state: 'known' }>;

/** Errors that say nothing about the transaction: it can be costed in another way, and sent, all the same. */
const aboutNode: readonly ErrorKind[] = ['nodeFault', 'limitExceeded'];

/**
 * What a plan costs, validation counted, where it reverts, too: of that an estimate tells nothing.
 * It takes some nodes four times as long as an estimate.
 */
async function simulatedCost(module: Wallet, request: TransactionRequest, plan: Plan) {
  const call = starknet_simulateTransactions({
    transactions: await signedQueries(module, request, plan),
    // Bounds follow from the answer.
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
 * Plans a transaction and has the node tell what it costs.
 * @throws what planTransaction throws, and errors about the transaction but for reverts
 */
export async function costOf(
  module: State & Wallet,
  node: StarknetNode,
  request: TransactionRequest,
): Promise<CostedPlan> {
  const ask = (plan: Plan) => estimateCall(module, request, plan);
  const { answer, ...planned } = await planTransaction(module, node, request, ask);
  return { ...planned, estimates: await fetchCost(module, node, { request, ...planned, answer }) };
}

/**
 * What a plan costs by now: its nonce stays.
 * @throws as costOf
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

/** What an estimate tells nothing of is asked of a simulation. */
async function fetchCost(
  module: Wallet,
  node: StarknetNode,
  { request, plan, answer }: { request: TransactionRequest; plan: Plan; answer: Outcome<Costs> },
): Promise<Costs> {
  const count = queryTransactions(plan).length;
  const isWhole = (each: Outcome<Costs>) => each.ok && each.value.length === count;
  const mayBeTold: readonly ErrorKind[] = [...aboutNode, 'transactionReverts'];
  if (answer.ok && isWhole(answer)) return answer.value;
  if (!answer.ok && !mayBeTold.includes(answer.error.kind)) throw answer.error;
  const [again] = await node.batch([await simulatedCost(module, request, plan)]);
  if (again.ok && isWhole(again)) return again.value;
  if (!again.ok && !aboutNode.includes(again.error.kind)) throw again.error;
  if (!answer.ok) throw answer.error;
  return fail('nodeFault', 'It estimated other transactions than those asked for.');
}

/** What is to be tried out: transactions as they are signed, and whose they are. */
type Trial = {
  readonly transactions: readonly Transaction[];
  readonly account: Pick<StoredAccount, 'address'>;
  readonly declares?: Declaration | undefined;
  /** False where the fee is paid by others or later, so that the balance of now does not count. */
  readonly isCharged?: boolean;
};

/**
 * The question of what transactions do: exactly as they are signed, in the newest state, with the
 * version, nonce, bounds and tip that are shown, so that no contract can tell it from the real execution
 * by any of them. Only the signature is not made before the user agrees. Nodes do not look at it
 * here, but contracts can: noise of its form stands in its place.
 */
export const trialCall = ({ transactions, declares, isCharged = true }: Trial) =>
  starknet_simulateTransactions({
    transactions: transactions.map((transaction) =>
      onWire({ ...transaction, signature: [noise(), noise()] }, declares),
    ),
    simulation_flags: isCharged ? ['SKIP_VALIDATE'] : ['SKIP_VALIDATE', 'SKIP_FEE_CHARGE'],
    block_id: 'pre_confirmed',
  });

/** A number of the size that those of a signature have. */
const noise = (): string =>
  toHex(
    crypto.getRandomValues(new BigUint64Array(4)).reduce((number, word) => (number << 64n) | word) %
      2n ** 251n,
  );

/**
 * What will most likely be signed: with the nonce that the journal expects, and bounds by what calls
 * of the kind cost the last time. So it can be tried out while the node is asked for nonce and cost;
 * what those make of it is compared, and tried out anew where it is anything else.
 */
export async function foreseen(module: State & Clients, request: TransactionRequest) {
  const { context, account, calls, details, declares } = request;
  const given = details.resourceBounds;
  const bounds = given ? [given] : module.lastCosts.of(request)?.map(boundsLike);
  if (!bounds || declares || calls.length === 0) return undefined;
  const journal = await module.transactions.recent(context.network.chainId, account.address);
  const nonce = expectedNonce(journal, details);
  if (nonce === undefined) return undefined;
  const plan = { account, calls, details, nonce, deploys: false };
  return { bounds, transactions: realTransactions(plan, bounds) };
}

/** Tries transactions out. A revert is an outcome, and so is a node that cannot; never rejects. */
export async function tryOut(node: StarknetNode, trial: Trial): Promise<Execution> {
  const [answer] = await node.batch([trialCall(trial)]);
  return executionOf(answer, trial, node.source());
}

/** What the answer to trialCall tells. */
export function executionOf(answer: Outcome<Traced>, trial: Trial, source: string): Execution {
  return answer.ok ? executionIn(answer.value, trial, source) : notSimulated;
}

type Traced = readonly { readonly transaction_trace: TransactionTrace }[];

const unknown = (why: Words) => ({ state: 'unknown', why }) as const;
/** What is known where the node did not try it out. */
export const notSimulated = unknown(say('preview.notSimulated'));

/** What the traces of transactions tell; nothing where they are those of others. */
function executionIn(
  simulated: Traced,
  { transactions, account }: Trial,
  source: string,
): Execution {
  const traces = simulated.map(({ transaction_trace }) => transaction_trace);
  const isAsked =
    traces.length === transactions.length &&
    transactions.every(({ type }, index) => type === traces[index]?.type);
  if (!isAsked) return notSimulated;
  const roots: TraceInvocation[] = [];
  for (const trace of traces) {
    if (trace.type === 'DECLARE') continue;
    const root = trace.type === 'INVOKE' ? trace.execute_invocation : trace.constructor_invocation;
    if ('revert_reason' in root) {
      const nodeText = shortened(inOneLine(root.revert_reason));
      return { state: 'reverts', source, reason: revertReason(root.revert_reason), nodeText };
    }
    if (!sameFelt(root.contract_address, account.address)) return notSimulated;
    roots.push(root);
  }
  const emitted = emittedBy(roots);
  return emitted ? { state: 'ran', source, emitted } : unknown(say('preview.tooLarge'));
}

/** More lines than these would hide the others. */
const MOST_CHANGES = 60;

/**
 * What an execution changes for an account.
 * @param collections contracts whose old-style events tell of single pieces
 */
export function previewOf(
  execution: Execution,
  account: string,
  collections: ReadonlySet<string> = new Set(),
): Preview {
  if (execution.state !== 'ran') return execution;
  const changes = changesOf(execution.emitted, account, collections);
  if (changes.length > MOST_CHANGES) return unknown(say('preview.tooLarge'));
  return { state: 'known', source: execution.source, changes };
}

const LONGEST_TEXT = 2_000;
/** What went wrong stands at the end. */
const shortened = (text: string): string =>
  text.length <= LONGEST_TEXT ? text : `… ${text.slice(2 - LONGEST_TEXT)}`;

export type { Change };

/** What a node's simulation of exactly these transactions told; `source` is the node's host. */
export type Preview =
  | { readonly state: 'known'; readonly source: string; readonly changes: readonly Change[] }
  | {
      readonly state: 'reverts';
      readonly source: string;
      readonly reason: string;
      /** The node's whole text. */
      readonly nodeText?: string;
    }
  | { readonly state: 'unknown'; readonly why: Words | string };

/** Tokens by address in 64 digits. */
export type TokensByAddress = Readonly<Record<string, TokenFacts>>;
