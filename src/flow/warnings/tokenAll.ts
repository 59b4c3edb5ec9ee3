import { isListed } from './parties';
import type { Rule, Subject } from './subject';
import { amountOf, balanceOf, isFeeToken, sentOf } from './tokens';
import { warning } from './warning';

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
