import type { Outcome } from '../clients/starknet/node';
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
};

export type Estimated = { plan: Plan; estimates: readonly FeeEstimate[]; strkBalance: bigint };

/**
 * At most two HTTP requests: nonce and balance, then the estimate; a single one where the journal
 * tells which nonce comes next, because then the estimate rides along.
 */
export async function estimateTransaction(module: Module, wish: Wish): Promise<Estimated> {
  const { account, details } = wish;
  const { chainId } = wish.context.network;
  const node = await module.node(chainId);
  const reads = [
    starknet_getNonce({ block_id: 'pre_confirmed', contract_address: account.address }),
    strkBalanceOf(account.address),
  ] as const;
  const history = await module.transactions.recent(chainId, account.address);

  const guess = account.deployment === 'deployed' ? expectedNonce(history, details) : undefined;
  const guessed = guess === undefined ? undefined : planOf(wish, false, guess);
  const [nonce, balance, guessedFees] = await node.batch([
    ...reads,
    ...(guessed ? [await estimateCall(module, wish, guessed)] : []),
  ]);
  const deploys = !nonce.ok && isContractNotFound(nonce.error);
  if (!nonce.ok && !deploys) throw nonce.error;
  if (!deploys && account.deployment === 'unknown')
    await module.accounts.markDeployed(chainId, account.address);
  if (!deploys && wish.calls.length === 0 && !wish.declares)
    fail('accountDeployed', `Address ${account.address}.`);
  const atNode = deploys ? 0n : BigInt(take(nonce));
  refuseUsed(details, atNode);
  const plan = planOf(wish, deploys, BigInt(details.nonce ?? nextNonce(atNode, history)));
  const isGuessRight = !deploys && plan.nonce === guessed?.nonce;
  const [fees] =
    isGuessRight && guessedFees
      ? [guessedFees]
      : await node.batch([await estimateCall(module, wish, plan)]);
  return { plan, estimates: take(fees), strkBalance: amount(take(balance)) };
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

async function estimateCall(module: Module, wish: Wish, plan: Plan) {
  const { context, details } = wish;
  const unsigned = queryTransactions(plan);
  const { skipValidate = false, blockIdentifier = 'pre_confirmed' } = details;
  const { chainId } = context.network;
  const request = skipValidate
    ? unsigned
    : await module.keys.signForEstimate(unsigned, plan.account.addressIndex, chainId);
  return starknet_estimateFee({
    request: request.map((transaction) => onWire(transaction, wish.declares)),
    simulation_flags: skipValidate ? ['SKIP_VALIDATE'] : [],
    block_id: blockIdentifier,
  });
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
