import type { Module } from '../../module';
import type { FeeEstimate } from '../../starknet/transactions/fees';
import type { ResourceBounds, Transaction } from '../../starknet/transactions/transaction';
import type { TransactionRequest } from './estimate';
import { boundsLike } from './fees';
import { expectedNonce, realTransactions } from './plan';

/** Kinds of requests of which the cost is remembered. */
const MOST_KINDS = 50;

type Kind = Pick<TransactionRequest, 'context' | 'account' | 'calls'>;

export type LastCosts = ReturnType<typeof createLastCosts>;

/**
 * What calls of a kind cost the last time, for as long as the process lives: prices of an hour ago
 * tell nothing of those of now.
 */
export function createLastCosts() {
  const costs = new Map<string, readonly FeeEstimate[]>();
  return {
    of: (kind: Kind): readonly FeeEstimate[] | undefined => costs.get(nameOf(kind)),
    keep(kind: Kind, estimates: readonly FeeEstimate[]): void {
      const name = nameOf(kind);
      costs.delete(name);
      costs.set(name, estimates);
      const [oldest] = costs.keys();
      if (costs.size > MOST_KINDS && oldest !== undefined) costs.delete(oldest);
    },
  };
}

/** The same functions of the same contracts, with as many felts. */
const nameOf = ({ context, account, calls }: Kind): string =>
  JSON.stringify([
    [context.network.chainId, account.address],
    calls.map(({ contractAddress, entrypoint, calldata }) => [
      ...[contractAddress, entrypoint, calldata.length],
    ]),
  ]);

export type Foreseen = {
  readonly bounds: readonly ResourceBounds[];
  readonly transactions: readonly Transaction[];
};

/**
 * What will most likely be signed: with the nonce that the journal expects, and bounds by what calls
 * of the kind cost the last time. So it can be tried out while the node is asked for nonce and cost;
 * what those make of it is compared, and tried out anew where it is anything else.
 */
export async function foreseen(
  module: Module,
  request: TransactionRequest,
): Promise<Foreseen | undefined> {
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
