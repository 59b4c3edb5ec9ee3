import { sameFelt } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { imitates, isFeeToken, listTokens } from '../../starknet/tokens/erc20';
import { groupHex } from '../../ui/text/format';
import { say } from '../../ui/text/words';
import type { TransactionReview } from '../transactions/review';
import { groupCalls } from '../transactions/words/amounts';
import { amountLabel, findBalance, isVerified, listFlows, sumPreviewed, sumSent } from './amounts';
import { isListed, isMoveToOwn, type Rule, warning } from './rule';

/** Swaps, and whether their minimum is next to nothing: at most a tenth of the current outcome. */
const swapsIn = (review: TransactionReview) =>
  groupCalls(review.calls).flatMap(({ meaning }) => {
    if (meaning.kind !== 'swap') return [];
    const { token, amount } = meaning.buy;
    const simulatedAmount = sumPreviewed(review).get(toAddress(token)) ?? 0n;
    return { ...meaning, isForAny: amount === '0' || BigInt(amount) * -10n >= simulatedAmount };
  });

/** A swap with hardly any minimum: whoever orders a block's transactions can take nearly all. */
export const swapForAny: Rule = (review) =>
  swapsIn(review)
    .filter(({ isForAny }) => isForAny)
    .map(() => warning('swapForAny', 'caution'));

/**
 * The whole balance of a token leaves. Several at once is how stolen accounts are emptied; a move to
 * another own account is not.
 */
export const tokenAll: Rule = (review) => {
  if (isMoveToOwn(review)) return [];
  const all = [...sumSent(review)].filter(([token, amount]) => {
    const balance = findBalance(review, token);
    return balance !== undefined && amount > 0n && amount >= balance && !isFeeToken(token);
  });
  const [first] = all;
  if (!first) return [];
  const amount = amountLabel(review, ...first);
  if (all.length > 1) return [warning('tokensAll', 'high', { amount })];
  // Selling a whole balance is usual at a listed exchange, but not for any price.
  const isSale = swapsIn(review).some((swap) => !swap.isForAny && isListed(review, swap.router));
  return [warning('tokenAll', isSale ? 'info' : 'caution', { amount })];
};

/** Unlisted tokens, each once: the calls and the preview may contain the same one. */
const unlistedIn = (review: TransactionReview): string[] => {
  const tokens = new Set(listFlows(review).map(({ token }) => toAddress(token)));
  return [...tokens].filter((token) => !isVerified(review, token));
};

/** An unlisted token; more severe if it is received in exchange for value. */
export const tokenUnknown: Rule = (review) =>
  unlistedIn(review).flatMap((address) => {
    const isReceived = listFlows(review).some(
      ({ way, token }) => way === 'in' && sameFelt(token, address),
    );
    const places = { token: groupHex(address) };
    if (isReceived) return warning('tokenUnknownIn', 'caution', places);
    return warning('tokenUnknown', 'info', places);
  });

/** A token of the watch list that says otherwise than when it was added: one of both is wrong. */
export const tokenChanged: Rule = ({ tokenNews = [] }) =>
  tokenNews.map(({ token, was, now }) =>
    warning('tokenChanged', was.decimals === now.decimals ? 'caution' : 'high', {
      token: groupHex(token),
      was: was.symbol,
      before: `${was.decimals}`,
      now: now.symbol,
      after: now.decimals === null ? say('calls.none') : `${now.decimals}`,
    }),
  );

/** An unlisted token whose symbol resembles that of a listed one. */
export const symbolLookAlike: Rule = (review) => {
  const listed = [
    ...listTokens(review.context.network.chainId),
    ...Object.values(review.tokens).filter(({ verified }) => verified),
  ].flatMap(({ symbol }) => symbol ?? []);
  return unlistedIn(review).flatMap((address) => {
    const symbol = review.tokens[address]?.symbol;
    const imitated = symbol && listed.find((listedSymbol) => imitates(symbol, listedSymbol));
    if (imitated)
      return warning('symbolLookAlike', 'high', {
        token: groupHex(address),
        symbol,
        known: imitated,
      });
    return [];
  });
};
