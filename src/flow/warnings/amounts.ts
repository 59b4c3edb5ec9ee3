import { sameFelt } from '../../schema/primitives';
import { formatUnits, toAddress } from '../../starknet/felt';
import { knownToken, knownTokens } from '../../starknet/tokens/erc20';
import { groupHex } from '../../ui/text/format';
import { type Label, say } from '../../ui/text/words';
import type { TransactionReview } from '../transactions/review';
import { isListed, transfersOf } from './rule';

/** ERC-20 tokens that leave or reach the account; for anything else, only the token: `touch`. */
export type Flow = {
  readonly way: 'out' | 'in' | 'touch';
  readonly token: string;
  readonly amount: bigint;
};

const flow = (way: Flow['way'], token: string, amount = '0'): Flow => {
  return { way, token, amount: BigInt(amount) };
};

/** Tokens in the calls; for approvals and acts of others, only the token. */
function flowsOfCalls(review: TransactionReview): Flow[] {
  const mine = (address: string) => sameFelt(address, review.account.address);
  const transfers = transfersOf(review).map(({ from, to, standard, token, amount }) => {
    const isMoved = standard === 'erc20' && mine(from) !== mine(to);
    return flow(isMoved ? (mine(from) ? 'out' : 'in') : 'touch', token, amount);
  });
  const others = review.calls.flatMap(({ meaning }): Flow[] => {
    switch (meaning.kind) {
      case 'approve':
      case 'approveAll':
        return [flow('touch', meaning.token)];
      case 'swap':
        return [
          ...(meaning.sell ? [flow('out', meaning.sell.token, meaning.sell.amount)] : []),
          flow('in', meaning.buy.token, meaning.buy.amount),
        ];
      case 'act':
        return meaning.quantities.map(({ token }) => flow('touch', token));
      default:
        return [];
    }
  });
  return [...transfers, ...others];
}

/** The payment to a paymaster. */
const paid = ({ payer }: TransactionReview): Flow[] =>
  payer.by === 'paymaster' && payer.fee.to !== null
    ? [flow('out', payer.payWith, payer.fee.amount)]
    : [];

/** Token flows: from the simulation if there is one, and from the calls. */
export function flowsOf(review: TransactionReview): Flow[] {
  const called = flowsOfCalls(review);
  const { preview } = review;
  if (preview.state !== 'known') return [...called, ...paid(review)];
  const ways = { send: 'out', receive: 'in', allow: 'touch' } as const;
  return [
    ...preview.changes.map(({ kind, standard, token, amount }) =>
      flow(standard === 'erc20' ? ways[kind] : 'touch', token, amount),
    ),
    // The simulation already includes the amounts.
    ...called.map((flow) => ({ ...flow, amount: 0n })),
    ...paid(review),
  ];
}

/** ERC-20 tokens that leave the account, less what returns; by address in 64 digits. */
export function sentOf(review: TransactionReview): Map<string, bigint> {
  const sent = new Map<string, bigint>();
  for (const { way, token, amount } of flowsOf(review)) {
    if (way === 'touch') continue;
    const address = toAddress(token);
    sent.set(address, (sent.get(address) ?? 0n) + (way === 'out' ? amount : -amount));
  }
  return sent;
}

/** True if symbol and decimals come from a list of the module. */
export const isVerified = (review: TransactionReview, token: string): boolean =>
  review.tokens[toAddress(token)]?.verified === true || isListed(review, token);

export const isFeeToken = (token: string): boolean => sameFelt(token, knownTokens.STRK.address);

/** Balance before, smallest units; undefined if not read. */
export function balanceOf(
  { balances, strkBalance }: TransactionReview,
  token: string,
): bigint | undefined {
  const balance = balances?.[toAddress(token)] ?? (isFeeToken(token) ? strkBalance : null);
  return balance === null ? undefined : BigInt(balance);
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
  return symbol === undefined
    ? say('warnings.amount', { amount: units, token: address })
    : { ...units, symbol };
}
