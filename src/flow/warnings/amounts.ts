import { greater, sameFelt } from '../../schema/primitives';
import { formatUnits, toAddress } from '../../starknet/felt';
import { isFeeToken, knownToken } from '../../starknet/tokens/erc20';
import { groupHex } from '../../ui/text/format';
import { type Label, say } from '../../ui/text/words';
import type { TransactionReview } from '../transactions/review';
import { listChanges } from '../transactions/simulate';
import { isListed, listTransfers } from './rule';

/** ERC-20 tokens that leave or reach the account; for anything else, only the token: `touch`. */
export type Flow = {
  readonly way: 'out' | 'in' | 'touch';
  readonly token: string;
  readonly amount: bigint;
};

const flow = (way: Flow['way'], token: string, amount = '0'): Flow => {
  return { way, token, amount: BigInt(amount) };
};

/** Orders of the calls: transfers, then the sides of swaps, then tokens that they only name. */
function ordersOf(review: TransactionReview) {
  const isOwnAddress = (address: string) => sameFelt(address, review.account.address);
  const transfers = listTransfers(review).map(({ from, to, standard, token, amount }) => {
    const isMoved = standard === 'erc20' && isOwnAddress(from) !== isOwnAddress(to);
    if (!isMoved) return flow('touch', token, amount);
    return flow(isOwnAddress(from) ? 'out' : 'in', token, amount);
  });
  const swaps = review.calls.flatMap(({ meaning }) => {
    if (meaning.kind !== 'swap') return [];
    const { sell, buy, to, router } = meaning;
    const flows: Flow[] = [];
    if (sell) flows.push(flow('out', sell.token, sell.amount));
    // Tokens that another account gets do not return.
    const isReturned = to === undefined || isOwnAddress(to);
    flows.push(flow(isReturned ? 'in' : 'touch', buy.token, buy.amount));
    return { flows, isListed: isListed(review, router) };
  });
  const namedFlows = review.calls.flatMap(({ meaning }): Flow[] => {
    if (meaning.kind === 'approve' || meaning.kind === 'approveAll')
      return [flow('touch', meaning.token)];
    if (meaning.kind === 'act') return meaning.quantities.map(({ token }) => flow('touch', token));
    return [];
  });
  return { transfers, swaps, named: namedFlows };
}

/** The payment to a paymaster. */
const paid = ({ payer }: TransactionReview): Flow[] => {
  if (payer.by === 'paymaster' && payer.fee.to !== null)
    return [flow('out', payer.payWith, payer.fee.amount)];
  return [];
};

const ways = { send: 'out', receive: 'in', allow: 'touch' } as const;
/** Changes that the simulation reports. */
const previewed = ({ preview }: TransactionReview): Flow[] =>
  listChanges(preview).map(({ kind, standard, token, amount }) =>
    flow(standard === 'erc20' ? ways[kind] : 'touch', token, amount),
  );

/** Tokens that leave, reach or touch the account, by the simulation and by the calls. */
export function listFlows(review: TransactionReview): Flow[] {
  const { transfers, swaps, named: namedFlows } = ordersOf(review);
  const calledFlows = [...transfers, ...swaps.flatMap(({ flows }) => flows), ...namedFlows];
  return [...previewed(review), ...calledFlows, ...paid(review)];
}

type Sums = Map<string, bigint>;
/** Amounts that leave, less those that arrive, per token; by address in 64 digits. */
function netOf(flows: readonly Flow[]): Sums {
  const sums: Sums = new Map();
  for (const { way, token, amount } of flows) {
    if (way === 'touch') continue;
    const address = toAddress(token);
    sums.set(address, (sums.get(address) ?? 0n) + (way === 'out' ? amount : -amount));
  }
  return sums;
}

/** Combines two sums per token. */
const joined = (a: Sums, b: Sums, combine: (a: bigint, b: bigint) => bigint): Sums =>
  new Map(
    [...new Set([...a.keys(), ...b.keys()])].map((token) => [
      token,
      combine(a.get(token) ?? 0n, b.get(token) ?? 0n),
    ]),
  );
const sum = (a: bigint, b: bigint): bigint => a + b;

/** Amounts that leave by the simulation alone, less those that arrive; empty without one. */
export const sumPreviewed = (review: TransactionReview): Sums => netOf(previewed(review));

/**
 * Amounts that the calls order to leave. A listed exchange keeps to the minimum that a swap names, so its
 * outcome counts against all that is sent; that of another counts against its own sales alone.
 */
function orderedOf(review: TransactionReview): Sums {
  const { transfers, swaps } = ordersOf(review);
  const sumWhere = (listed: boolean) =>
    swaps.filter(({ isListed }) => isListed === listed).flatMap(({ flows }) => flows);
  const elsewhere = joined(netOf(sumWhere(false)), new Map(), greater);
  return joined(netOf([...transfers, ...sumWhere(true)]), elsewhere, sum);
}

/**
 * ERC-20 tokens that leave the account, less what returns; by address in 64 digits. At least what
 * the calls order, whatever a simulation tells; below zero where more arrives.
 */
export function sumSent(review: TransactionReview): Sums {
  const ordered = orderedOf(review);
  const atLeast = (net: bigint, order: bigint) => (order > 0n ? greater(net, order) : net);
  const isTold = review.preview.state === 'known';
  const sums = isTold ? joined(sumPreviewed(review), ordered, atLeast) : ordered;
  return joined(sums, netOf(paid(review)), sum);
}

/** True if symbol and decimals come from a list of the module. */
export const isVerified = (review: TransactionReview, token: string): boolean =>
  review.tokens[toAddress(token)]?.verified === true || isListed(review, token);

/** Balance before, smallest units; undefined if not read. */
export function findBalance(
  { balances, strkBalance }: TransactionReview,
  token: string,
): bigint | undefined {
  const balance = balances?.[toAddress(token)] ?? (isFeeToken(token) ? strkBalance : null);
  if (balance === null) return undefined;
  return BigInt(balance);
}

const tokenIn = (review: TransactionReview, token: string) =>
  knownToken(token, review.context.network.chainId) ?? review.tokens[toAddress(token)];

/** A token by its symbol where it is verified, else by its whole address. */
export const tokenName = (review: TransactionReview, token: string): string =>
  symbolIn(review, token) ?? groupHex(toAddress(token));

const symbolIn = (review: TransactionReview, token: string): string | undefined =>
  (isVerified(review, token) && tokenIn(review, token)?.symbol) || undefined;

/** An amount with its symbol or address; in smallest units if the decimals are not known. */
export function amountLabel(review: TransactionReview, token: string, amount: bigint): Label {
  const decimals = tokenIn(review, token)?.decimals ?? null;
  const symbol = symbolIn(review, token);
  const address = groupHex(toAddress(token));
  if (decimals === null)
    return say('warnings.units', { amount: { amount: `${amount}` }, token: address });
  const units = { amount: formatUnits(amount, decimals) };
  if (symbol === undefined) return say('warnings.amount', { amount: units, token: address });
  return { ...units, symbol };
}
