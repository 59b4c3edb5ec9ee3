import type { Module, State } from '../../module';
import type { StarknetNode } from '../../remote/starknet/node';
import { unixSeconds } from '../../schema/primitives';
import { maximumFee } from '../../starknet/transactions/fees';
import type { ResourceBounds } from '../../starknet/transactions/transaction';
import { batchTogether } from '../chain/batchTogether';
import { type Plan, realTransactions } from '../transactions/build';
import {
  listPending,
  listUnconfirmed,
  type PendingTransaction,
  reopen,
  statusCalls,
} from '../transactions/pending';
import { planTransaction, type TransactionRequest } from '../transactions/plan';
import type { Evidence, TransactionReview } from '../transactions/review';
import {
  type Execution,
  notSimulated,
  parseExecution,
  simulate,
  trialCall,
} from '../transactions/simulate';
import { fetchCalls } from './calls';
import { fetchEvidence } from './evidence';

type GivenCalls = Pick<TransactionRequest, 'context' | 'account' | 'calls' | 'abis'>;
type Tried = {
  readonly execution: Execution;
  readonly nextNonce: bigint | null;
  readonly strkBalance: bigint | null;
  readonly earlier?: readonly PendingTransaction[];
};

/** Deadline for a preview of what can be signed without a node. */
const WITHIN = { deadlineMs: 8_000 };

/**
 * Ample bounds for calls that others execute, with bounds of their own. Zero bounds would reveal
 * the simulation to a contract.
 */
const AMPLE_BOUNDS: ResourceBounds = {
  l1_gas: { max_amount: '0x0', max_price_per_unit: '0x5af3107a4000' },
  l1_data_gas: { max_amount: '0x2710', max_price_per_unit: '0x5af3107a4000' },
  l2_gas: { max_amount: '0x3b9aca00', max_price_per_unit: '0x2540be400' },
};

/**
 * The effect of calls that others execute for an account (SNIP-9): simulated as a transaction of
 * the account itself, unsigned. If the node fails, less is known; never rejects for that.
 */
export async function previewCalls(
  module: Module,
  givenCalls: GivenCalls,
): Promise<TransactionReview> {
  const { context, account } = givenCalls;
  const request = { ...givenCalls, details: {} };
  const trialOf = (plan: Plan) => ({
    transactions: realTransactions(
      plan,
      plan.deploys ? [AMPLE_BOUNDS, AMPLE_BOUNDS] : [AMPLE_BOUNDS],
    ),
    account,
    isCharged: false,
  });
  const evidence = await fetchAround(module, givenCalls, async (node) => {
    try {
      const { answer, plan, ...planned } = await planTransaction(
        module,
        node,
        request,
        async (plan) => trialCall(trialOf(plan)),
      );
      return { ...planned, execution: parseExecution(answer, trialOf(plan), node.source()) };
    } catch {
      return { ...untried(notSimulated), earlier: await fetchEarlier(module, node, givenCalls) };
    }
  });
  return {
    ...evidence,
    context,
    account,
    transactions: [],
    fee: { expected: null, maximum: '0' },
    payer: { by: 'caller' },
  };
}

/**
 * The review of a transaction given in full, including nonce and bounds. It needs no node: if that
 * fails, less is known.
 */
export async function reviewWithFixedBounds(
  module: Module,
  request: Omit<TransactionRequest, 'declares'>,
  plan: Plan,
  bounds: ResourceBounds,
): Promise<TransactionReview> {
  const { context, account, details } = request;
  const maximum = String(maximumFee(bounds, details.tip ?? '0x0'));
  const transactions = realTransactions(plan, [bounds]);
  const trial = { transactions, account, isCharged: false };
  const evidence = await fetchAround(module, request, async (node) => {
    const [execution, pending] = await batchTogether(node, [
      // The class of a declaration is not given here, and it moves no tokens.
      async (shared) => (plan.declares ? nothingRan : simulate(shared, trial)),
      (shared) => fetchEarlier(module, shared, request),
    ]);
    return { ...untried(execution), earlier: pending };
  });
  return {
    ...evidence,
    context,
    account,
    transactions,
    fee: { expected: null, maximum },
    payer: { by: 'account' },
  };
}

/** Earlier signed transactions that may still be executed, without those the node now knows. */
async function fetchEarlier(
  module: State,
  node: StarknetNode,
  { context, account }: GivenCalls,
): Promise<PendingTransaction[]> {
  const journal = await module.transactions.recent(context.network.chainId, account.address);
  const now = unixSeconds(module);
  const doubtful = listUnconfirmed(journal, now);
  const statuses = await node.batch(statusCalls(doubtful));
  return listPending(await reopen(module, journal, doubtful, statuses), { now });
}

const nothingRan: Execution = { state: 'ran', source: '', emitted: [] };
const untried = (execution: Execution): Tried => ({
  execution,
  nextNonce: null,
  strkBalance: null,
});

async function fetchAround(
  module: Module,
  { context, account, calls, abis }: GivenCalls,
  simulate: (node: StarknetNode) => Promise<Tried>,
): Promise<Required<Evidence>> {
  const { chainId } = context.network;
  const unhurried = await module.node(chainId);
  const node: StarknetNode = {
    ...unhurried,
    batch: (calls, deadline) => unhurried.batch(calls, { ...WITHIN, ...deadline }),
  };
  const [simulation, read] = await batchTogether(node, [
    simulate,
    (shared) => fetchCalls(module, shared, { chainId, account: account.address, calls, abis }),
  ]);
  return fetchEvidence(module, node, { context, account, ...simulation }, read);
}
