import { toAddress } from '../../starknet/felt';
import { tokensOn } from '../../starknet/tokens/erc20';
import { looksAlike } from '../../starknet/tokens/lookAlike';
import { groupHex } from '../../ui/text/format';
import { amountOf, balanceOf, flowsOf, isFeeToken, isVerified, sentOf } from './amounts';
import { isListed, type Rule, type Subject, warning } from './evidence';

/** A sale at a listed exchange: selling everything is usual there. */
const isSale = (subject: Subject): boolean =>
  subject.calls.some(({ meaning }) => meaning.kind === 'swap' && isListed(subject, meaning.router));

/** Everything of a token leaves. Several at once is how stolen accounts are emptied. */
export const tokenAll: Rule = (subject) => {
  const all = [...sentOf(subject)].filter(([token, amount]) => {
    const balance = balanceOf(subject, token);
    return balance !== undefined && amount > 0n && amount >= balance && !isFeeToken(token);
  });
  const [first] = all;
  if (!first) return [];
  const amount = amountOf(subject, ...first);
  if (all.length > 1) return [warning('tokensAll', 'high', { amount })];
  return [warning('tokenAll', isSale(subject) ? 'info' : 'caution', { amount })];
};

/** A token that is on no list; one that is received in its place of value is told louder. */
export const tokenUnknown: Rule = (subject) => {
  const unknown = flowsOf(subject).filter(({ token }) => !isVerified(subject, token));
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
export const symbolLookAlike: Rule = (subject) => {
  const listed = [
    ...tokensOn(subject.context.network.chainId),
    ...Object.values(subject.tokens).filter(({ verified }) => verified),
  ].flatMap(({ symbol }) => symbol ?? []);
  return flowsOf(subject).flatMap(({ token }) => {
    const symbol = subject.tokens[toAddress(token)]?.symbol;
    if (!symbol || isVerified(subject, token)) return [];
    const known = listed.find((other) => looksAlike(symbol, other));
    return known === undefined
      ? []
      : warning('symbolLookAlike', 'high', { token: groupHex(toAddress(token)), symbol, known });
  });
};
