import type { Outcome, StarknetNode } from '../clients/starknet/node';
import { starknet_simulateTransactions } from '../clients/starknet/starknet_simulateTransactions';
import type { Invocation, TransactionTrace } from '../clients/starknet/trace';
import { type ErrorKind, fail, ModuleError } from '../errors';
import type { Module } from '../module';
import { sameFelt } from '../schema/primitives';
import { changesOf } from '../starknet/changes';
import { type Emitted, emittedBy } from '../starknet/emitted';
import type { FeeEstimate } from '../starknet/fees';
import { revertReason } from '../starknet/revertReason';
import type { Words } from '../ui/words';
import type { Plan } from './buildTransactions';
import {
  askable,
  type Estimated,
  estimateCall,
  planTransaction,
  type Wish,
} from './estimateTransaction';
import type { Preview } from './preview';

type Simulated = readonly {
  readonly transaction_trace: TransactionTrace;
  readonly fee_estimation: FeeEstimate;
}[];

/** What became of transactions that a node tried out. */
export type Run =
  | { readonly state: 'ran'; readonly source: string; readonly emitted: readonly Emitted[] }
  | Exclude<Preview, { state: 'known' }>;

export type SimulatedPlan = Estimated & { readonly run: Run; readonly nextNonce: bigint };

/** Errors that say nothing about the transaction: it can be estimated, and sent, all the same. */
const aboutNode: readonly ErrorKind[] = ['nodeFault', 'limitExceeded'];

/** The question of what a plan does; it tells the fee, too. */
async function simulateCall(module: Module, wish: Wish, plan: Plan) {
  const { transactions, skips, block_id } = await askable(module, wish, plan);
  return starknet_simulateTransactions({
    transactions,
    // Bounds are not known yet. The fee itself is no change that the user asks for.
    simulation_flags: [...skips, 'SKIP_FEE_CHARGE'],
    block_id,
  });
}

/**
 * Plans a transaction and has the node try it out. A revert is an outcome, and so is a node that
 * cannot try it out: then the fee is estimated, and what would change is not known.
 * @throws what planTransaction throws, and errors about the transaction but for reverts
 */
export async function simulateTransaction(
  module: Module,
  node: StarknetNode,
  wish: Wish,
): Promise<SimulatedPlan> {
  const { answer, ...planned } = await planTransaction(module, node, wish, simulateCall);
  return {
    ...planned,
    ...(await readOrEstimate(module, node, { wish, plan: planned.plan, answer })),
  };
}

/**
 * Tries a plan out once more: its nonce stays.
 * @throws as simulateTransaction
 */
export async function simulateAgain(
  module: Module,
  node: StarknetNode,
  { wish, plan }: { wish: Wish; plan: Plan },
): Promise<{ estimates: readonly FeeEstimate[]; run: Run }> {
  const [answer] = await node.batch([await simulateCall(module, wish, plan)]);
  return readOrEstimate(module, node, { wish, plan, answer });
}

async function readOrEstimate(
  module: Module,
  node: StarknetNode,
  { wish, plan, answer }: { wish: Wish; plan: Plan; answer: Outcome<Simulated> },
): Promise<{ estimates: readonly FeeEstimate[]; run: Run }> {
  try {
    if (!answer.ok) throw answer.error;
    const run = readRun(answer.value, plan, node.source());
    return { estimates: answer.value.map(({ fee_estimation }) => fee_estimation), run };
  } catch (error) {
    if (!(error instanceof ModuleError) || !aboutNode.includes(error.kind)) throw error;
    const estimates = await node.read(await estimateCall(module, wish, plan));
    return { estimates, run: notSimulated };
  }
}

/** Tries a plan out whose fee is settled; never rejects. */
export async function simulateGiven(
  module: Module,
  node: StarknetNode,
  { wish, plan }: { wish: Wish; plan: Plan },
): Promise<Run> {
  try {
    const [answer] = await node.batch([await simulateCall(module, wish, plan)]);
    return answer.ok ? readRun(answer.value, plan, node.source()) : notSimulated;
  } catch (error) {
    if (error instanceof ModuleError) return notSimulated;
    throw error;
  }
}

const unknown = (why: Words) => ({ state: 'unknown', why }) as const;
/** What is known where the node did not try it out. */
export const notSimulated = unknown({ say: 'preview.notSimulated' });

/**
 * What the traces of a plan tell.
 * @throws nodeFault where they are not those of its transactions
 */
function readRun(simulated: Simulated, plan: Plan, source: string): Run {
  const types = [
    ...(plan.deploys ? ['DEPLOY_ACCOUNT'] : []),
    ...(plan.declares ? ['DECLARE'] : []),
    ...(plan.calls.length > 0 ? ['INVOKE'] : []),
  ];
  const traces = simulated.map(({ transaction_trace }) => transaction_trace);
  if (types.length !== traces.length || traces.some(({ type }, index) => type !== types[index]))
    fail('nodeFault', 'It simulated other transactions than those asked for.');
  const roots: Invocation[] = [];
  for (const trace of traces) {
    if (trace.type === 'DECLARE') continue;
    const root = trace.type === 'INVOKE' ? trace.execute_invocation : trace.constructor_invocation;
    if ('revert_reason' in root) {
      const reason = revertReason(root.revert_reason);
      return { state: 'reverts', source, reason, told: shortened(root.revert_reason) };
    }
    if (!sameFelt(root.contract_address, plan.account.address))
      fail('nodeFault', 'It simulated a transaction of another account.');
    roots.push(root);
  }
  const emitted = emittedBy(roots);
  return emitted ? { state: 'ran', source, emitted } : unknown({ say: 'preview.tooLarge' });
}

/** More lines than these would hide the others. */
const MOST_CHANGES = 60;

/**
 * What a run changes for an account.
 * @param collections contracts whose old-style events tell of single pieces
 */
export function previewOf(
  run: Run,
  account: string,
  collections: ReadonlySet<string> = new Set(),
): Preview {
  if (run.state !== 'ran') return run;
  const changes = changesOf(run.emitted, account, collections);
  if (changes.length > MOST_CHANGES) return unknown({ say: 'preview.tooLarge' });
  return { state: 'known', source: run.source, changes };
}

const MOST_TOLD = 2_000;
/** What went wrong stands at the end. */
const shortened = (told: string): string =>
  told.length <= MOST_TOLD ? told : `… ${told.slice(2 - MOST_TOLD)}`;
