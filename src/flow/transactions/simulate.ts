import type { Clients, State } from '../../module';
import type { Outcome, StarknetNode } from '../../remote/starknet/node';
import { starknet_simulateTransactions } from '../../remote/starknet/starknet_simulateTransactions';
import type { TraceInvocation, TransactionTrace } from '../../remote/starknet/trace';
import type { StoredAccount } from '../../schema/account';
import { sameFelt } from '../../schema/primitives';
import { toHex } from '../../starknet/felt';
import type { TokenFacts } from '../../starknet/meaning/meaning';
import {
  type Change,
  computeChanges,
  type Emitted,
  listEmitted,
} from '../../starknet/traces/changes';
import { inOneLine, revertReason } from '../../starknet/traces/revertReason';
import type { Transaction } from '../../starknet/transactions/transaction';
import { say, type TextRef } from '../../ui/text/words';
import { type Declaration, onWire, realTransactions } from './build';
import { boundsLike } from './fees';
import { expectedNonce } from './nonce';
import type { TransactionRequest } from './plan';

/** The result of a node's simulation of transactions. */
export type Execution =
  | { readonly state: 'ran'; readonly source: string; readonly emitted: readonly Emitted[] }
  | Exclude<Preview, { state: 'known' }>;

/** A simulation's input: transactions as they are signed, and their account. */
type Trial = {
  readonly transactions: readonly Transaction[];
  readonly account: Pick<StoredAccount, 'address'>;
  readonly declares?: Declaration | undefined;
  /** False if others pay the fee or it is paid later: the current balance does not count. */
  readonly isCharged?: boolean;
};

/**
 * The simulation call: exactly what is signed, in the newest state, with the displayed version,
 * nonce, bounds and tip, so that no contract can tell it from the real execution by them. Only the
 * signature is missing before the user agrees. Nodes do not check it here, but contracts can read
 * it, so random numbers of its form replace it.
 */
export const trialCall = ({ transactions, declares, isCharged = true }: Trial) =>
  starknet_simulateTransactions({
    transactions: transactions.map((transaction) =>
      onWire({ ...transaction, signature: [noise(), noise()] }, declares),
    ),
    simulation_flags: isCharged ? ['SKIP_VALIDATE'] : ['SKIP_VALIDATE', 'SKIP_FEE_CHARGE'],
    block_id: 'pre_confirmed',
  });

/** A number as large as those of a signature. */
const noise = (): string =>
  toHex(
    crypto.getRandomValues(new BigUint64Array(4)).reduce((number, word) => (number << 64n) | word) %
      2n ** 251n,
  );

/**
 * The transactions that will most likely be signed: with the nonce that the journal expects, and
 * bounds by the last cost of such calls. So the simulation runs in parallel with the query for
 * nonce and cost; if their result differs, it is simulated again.
 */
export async function predictTransactions(module: State & Clients, request: TransactionRequest) {
  const { context, account, calls, details, declares } = request;
  const requestedBounds = details.resourceBounds;
  const last = module.lastCosts.of(request);
  const bounds = requestedBounds ? [requestedBounds] : last && boundsLike(last);
  if (!bounds || declares || calls.length === 0) return undefined;
  const journal = await module.transactions.recent(context.network.chainId, account.address);
  const nonce = expectedNonce(journal, details);
  if (nonce === undefined) return undefined;
  const plan = { account, calls, details, nonce, deploys: false };
  return { bounds, transactions: realTransactions(plan, bounds) };
}

/** Simulates transactions. A revert is an outcome, and so is a node that fails; never rejects. */
export async function simulate(node: StarknetNode, trial: Trial): Promise<Execution> {
  const [answer] = await node.batch([trialCall(trial)]);
  return parseExecution(answer, trial, node.source());
}

/** Interprets the response to trialCall. */
export function parseExecution(answer: Outcome<Traced>, trial: Trial, source: string): Execution {
  if (answer.ok) return executionIn(answer.value, trial, source);
  return notSimulated;
}

type Traced = readonly { readonly transaction_trace: TransactionTrace }[];

const unknown = (reason: TextRef) => ({ state: 'unknown', why: reason }) as const;

/** The result if the node did not simulate it. */
export const notSimulated = unknown(say('preview.notSimulated'));

/** Interprets the traces of transactions; nothing if they belong to others. */
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
  const emitted = listEmitted(roots);
  if (emitted) return { state: 'ran', source, emitted };
  return unknown(say('preview.tooLarge'));
}

/** With more lines, some would be out of sight. */
const MOST_CHANGES = 60;

/**
 * An execution's changes to an account.
 * @param collections contracts whose old-style events concern single token ids
 */
export function createPreview(
  execution: Execution,
  account: string,
  collections: ReadonlySet<string> = new Set(),
): Preview {
  if (execution.state !== 'ran') return execution;
  const changes = computeChanges(execution.emitted, account, collections);
  if (changes.length > MOST_CHANGES) return unknown(say('preview.tooLarge'));
  return { state: 'known', source: execution.source, changes };
}

const LONGEST_TEXT = 2_000;

/** The cause is at the end. */
const shortened = (text: string): string => {
  if (text.length <= LONGEST_TEXT) return text;
  return `… ${text.slice(2 - LONGEST_TEXT)}`;
};

export type { Change };

/** The changes that a simulation showed; none without one. */
export const listChanges = (preview: Preview): readonly Change[] => {
  if (preview.state !== 'known') return [];
  return preview.changes;
};

/** A node's simulation of exactly these transactions; `source` is the node's host. */
export type Preview =
  | { readonly state: 'known'; readonly source: string; readonly changes: readonly Change[] }
  | {
      readonly state: 'reverts';
      readonly source: string;
      readonly reason: string;
      /** The node's full text. */
      readonly nodeText?: string;
    }
  | { readonly state: 'unknown'; readonly why: TextRef | string };

/** Tokens by address in 64 digits. */
export type TokensByAddress = Readonly<Record<string, TokenFacts>>;
