import { toAddress } from '../../starknet/felt';
import { groupHex } from '../../ui/text/format';
import type { Rule } from './subject';
import { flowsOf, isVerified } from './tokens';
import { warning } from './warning';

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
