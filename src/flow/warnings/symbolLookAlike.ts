import { toAddress } from '../../starknet/felt';
import { tokensOn } from '../../starknet/tokens/erc20';
import { looksAlike } from '../../starknet/tokens/lookAlike';
import { groupHex } from '../../ui/text/format';
import type { Rule } from './subject';
import { flowsOf, isVerified } from './tokens';
import { warning } from './warning';

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
