import type { NodeCall } from '../clients/starknet/method';
import type { Outcome, StarknetNode } from '../clients/starknet/node';
import { isContractNotFound } from '../clients/starknet/nodeErrors';
import { starknet_call } from '../clients/starknet/starknet_call';
import { starknet_estimateFee } from '../clients/starknet/starknet_estimateFee';
import { starknet_getNonce } from '../clients/starknet/starknet_getNonce';
import { fail } from '../errors';
import type { Module } from '../module';
import type { StoredAccount } from '../schema/account';
import type { Call } from '../schema/call';
import type { RequestContext } from '../schema/context';
import type { TransactionDetails } from '../schema/transactionDetails';
import { knownTokens, readUint256 } from '../starknet/erc20';
import type { FeeEstimate } from '../starknet/fees';
import { selectorOf } from '../starknet/selector';
import { type Declaration, onWire, type Plan, queryTransactions } from './buildTransactions';
import { expectedNonce, nextNonce } from './nonce';

/** What is asked for: calls, or none where the account is only to be deployed. */
export type Wish = {
  context: RequestContext;
  account: StoredAccount;
  calls: readonly Call[];
  declares?: Declaration;
  details: TransactionDetails;
  /** What a dapp says that the ABIs of the calls are: compared, and never read by. */
  abis?: unknown;
};

export type Estimated = { plan: Plan; estimates: readonly FeeEstimate[]; strkBalance: bigint };

/** What a node is asked of a plan: what it costs, and maybe what it does. */
type Ask<R> = (module: Module, wish: Wish, plan: Plan) => Promise<NodeCall<R>>;
type Planned<R> = Pick<Estimated, 'plan' | 'strkBalance'> & {
  readonly answer: Outcome<R>;
  /** Of the first transaction, whatever nonce was asked for. */
  readonly nextNonce: bigint;
};

/**
 * Plans a transaction and asks a node about it, in at most two HTTP requests: nonce and balance,
 * then the question; a single one where the journal tells which nonce comes next, because then the
 * question rides along.
 * @throws nonceTooLow, accountDeployed and the node's errors, but for the answer's own
 */
export async function planTransaction<R>(
  module: Module,
  node: StarknetNode,
  wish: Wish,
  ask: Ask<R>,
): Promise<Planned<R>> {
  const { account, details } = wish;
  const { chainId } = wish.context.network;
  const reads = [
    starknet_getNonce({ block_id: 'pre_confirmed', contract_address: account.address }),
    strkBalanceOf(account.address),
  ] as const;
  const history = await module.transactions.recent(chainId, account.address);

  const guess = account.deployment === 'deployed' ? expectedNonce(history, details) : undefined;
  const guessed = guess === undefined ? undefined : planOf(wish, false, guess);
  const [nonce, balance, guessedAnswer] = await node.batch([
    ...reads,
    ...(guessed ? [await ask(module, wish, guessed)] : []),
  ]);
  const deploys = !nonce.ok && isContractNotFound(nonce.error);
  if (!nonce.ok && !deploys) throw nonce.error;
  if (!deploys && account.deployment === 'unknown')
    await module.accounts.markDeployed(chainId, account.address);
  if (!deploys && wish.calls.length === 0 && !wish.declares)
    fail('accountDeployed', `Address ${account.address}.`);
  const atNode = deploys ? 0n : BigInt(take(nonce));
  refuseUsed(details, atNode);
  const next = nextNonce(atNode, history);
  const plan = planOf(wish, deploys, details.nonce === undefined ? next : BigInt(details.nonce));
  const isGuessRight = !deploys && plan.nonce === guessed?.nonce;
  const [answer] =
    isGuessRight && guessedAnswer
      ? [guessedAnswer]
      : await node.batch([await ask(module, wish, plan)]);
  return { plan, answer, strkBalance: amount(take(balance)), nextNonce: next };
}

/** What a transaction costs, without asking the user. */
export async function estimateTransaction(module: Module, wish: Wish): Promise<Estimated> {
  const node = await module.node(wish.context.network.chainId);
  const { answer, plan, strkBalance } = await planTransaction(module, node, wish, estimateCall);
  return { plan, strkBalance, estimates: take(answer) };
}

/** Nodes say of an estimate only that its nonce is invalid: which way, is told here. */
function refuseUsed({ nonce }: TransactionDetails, atNode: bigint): void {
  if (nonce !== undefined && BigInt(nonce) < atNode)
    fail('nonceTooLow', `Nonce ${BigInt(nonce)} was asked for; the next is ${atNode}.`);
}

const planOf = (
  { account, calls, declares, details }: Wish,
  deploys: boolean,
  nonce: bigint,
): Plan => ({
  account,
  calls,
  declares,
  details,
  deploys,
  nonce,
});

/** The question of what a plan costs. */
export async function estimateCall(module: Module, wish: Wish, plan: Plan) {
  const { transactions, skips, block_id } = await askable(module, wish, plan);
  return starknet_estimateFee({ request: transactions, simulation_flags: skips, block_id });
}

/** The transactions of a plan as a node tries them out, signed unless that is to be left out. */
export async function askable(module: Module, wish: Wish, plan: Plan) {
  const { context, details } = wish;
  const unsigned = queryTransactions(plan);
  const { skipValidate = false, blockIdentifier = 'pre_confirmed' } = details;
  const { chainId } = context.network;
  const request = skipValidate
    ? unsigned
    : await module.keys.signForEstimate(unsigned, plan.account.addressIndex, chainId);
  return {
    transactions: request.map((transaction) => onWire(transaction, wish.declares)),
    skips: skipValidate ? (['SKIP_VALIDATE'] as const) : [],
    block_id: blockIdentifier,
  };
}

const strkBalanceOf = (address: string) =>
  starknet_call({
    request: {
      contract_address: knownTokens.STRK.address,
      entry_point_selector: selectorOf('balanceOf'),
      calldata: [address],
    },
    block_id: 'pre_confirmed',
  });

const amount = (felts: readonly string[]): bigint =>
  readUint256(felts) ?? fail('nodeFault', 'The balance of STRK is not a number.');

function take<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw outcome.error;
  return outcome.value;
}
