import { toAddress } from '../../starknet/felt';
import { looksAlike, tokensOn } from '../../starknet/tokens/erc20';
import { groupHex } from '../../ui/text/format';
import type { TransactionReview } from '../transactions/review';
import { amountLabel, balanceOf, flowsOf, isFeeToken, isVerified, sentOf } from './amounts';
import { isListed, type Rule, warning } from './rule';

/** A sale at a listed exchange: selling everything is usual there. */
const isSale = (review: TransactionReview): boolean =>
  review.calls.some(({ meaning }) => meaning.kind === 'swap' && isListed(review, meaning.router));

/** Everything of a token leaves. Several at once is how stolen accounts are emptied. */
export const tokenAll: Rule = (review) => {
  const all = [...sentOf(review)].filter(([token, amount]) => {
    const balance = balanceOf(review, token);
    return balance !== undefined && amount > 0n && amount >= balance && !isFeeToken(token);
  });
  const [first] = all;
  if (!first) return [];
  const amount = amountLabel(review, ...first);
  if (all.length > 1) return [warning('tokensAll', 'high', { amount })];
  return [warning('tokenAll', isSale(review) ? 'info' : 'caution', { amount })];
};

/** A token that is on no list; one that is received in its place of value is told louder. */
export const tokenUnknown: Rule = (review) => {
  const unknown = flowsOf(review).filter(({ token }) => !isVerified(review, token));
  const received = new Set(
    unknown
      .filter(({ way, standard }) => way === 'in' && standard === 'erc20')
      .map(({ token }) => toAddress(token)),
  );
  return unknown.flatMap(({ token }) => {
    const places = { token: groupHex(toAddress(token)) };
    return received.has(toAddress(token))
      ? warning('tokenUnknownIn', 'caution', places)
      : warning('tokenUnknown', 'info', places);
  });
};

/** A token on no list whose symbol reads like that of a listed one. */
export const symbolLookAlike: Rule = (review) => {
  const listed = [
    ...tokensOn(review.context.network.chainId),
    ...Object.values(review.tokens).filter(({ verified }) => verified),
  ].flatMap(({ symbol }) => symbol ?? []);
  return flowsOf(review).flatMap(({ token }) => {
    const symbol = review.tokens[toAddress(token)]?.symbol;
    if (!symbol || isVerified(review, token)) return [];
    const known = listed.find((other) => looksAlike(symbol, other));
    return known === undefined
      ? []
      : warning('symbolLookAlike', 'high', { token: groupHex(toAddress(token)), symbol, known });
  });
};
