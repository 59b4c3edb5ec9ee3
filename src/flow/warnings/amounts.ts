import { sameFelt } from '../../schema/primitives';
import { formatUnits, toAddress } from '../../starknet/felt';
import { knownToken, knownTokens } from '../../starknet/tokens/erc20';
import { groupHex } from '../../ui/text/format';
import { type Label, say } from '../../ui/text/words';
import type { TransactionReview } from '../transactions/review';
import { isListed, transfersOf } from './rule';

/** What leaves or reaches the account of an ERC-20 token; of all else, only what is named: `touch`. */
export type Flow = {
  readonly way: 'out' | 'in' | 'touch';
  readonly token: string;
  readonly amount: bigint;
};

const flow = (way: Flow['way'], token: string, amount = '0'): Flow => {
  return { way, token, amount: BigInt(amount) };
};

/** What the calls say of tokens; of others' approvals and acts only that a token is named. */
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

/** What a paymaster takes. */
const paid = ({ payer }: TransactionReview): Flow[] =>
  payer.by === 'paymaster' && payer.fee.to !== null
    ? [flow('out', payer.payWith, payer.fee.amount)]
    : [];

/** Tokens on their way: by the simulation where there is one, and as the calls name them. */
export function flowsOf(review: TransactionReview): Flow[] {
  const called = flowsOfCalls(review);
  const { preview } = review;
  if (preview.state !== 'known') return [...called, ...paid(review)];
  const ways = { send: 'out', receive: 'in', allow: 'touch' } as const;
  return [
    ...preview.changes.map(({ kind, standard, token, amount }) =>
      flow(standard === 'erc20' ? ways[kind] : 'touch', token, amount),
    ),
    // The amounts are in the simulation already.
    ...called.map((flow) => ({ ...flow, amount: 0n })),
    ...paid(review),
  ];
}

/** What leaves the account of each ERC-20 token, less what comes back; by address in 64 digits. */
export function sentOf(review: TransactionReview): Map<string, bigint> {
  const sent = new Map<string, bigint>();
  for (const { way, token, amount } of flowsOf(review)) {
    if (way === 'touch') continue;
    const address = toAddress(token);
    sent.set(address, (sent.get(address) ?? 0n) + (way === 'out' ? amount : -amount));
  }
  return sent;
}

/** True where symbol and decimals are from a list of the module. */
export const isVerified = (review: TransactionReview, token: string): boolean =>
  review.tokens[toAddress(token)]?.verified === true || isListed(review, token);

export const isFeeToken = (token: string): boolean => sameFelt(token, knownTokens.STRK.address);

/** Balance before, smallest units; undefined where it was not read. */
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

/** An amount with its symbol or address, and in smallest units where decimals are not known. */
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
