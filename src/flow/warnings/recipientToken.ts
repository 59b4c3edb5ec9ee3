import { knownToken } from '../../starknet/tokens/erc20';
import { contractFacts, nameOf, transfersOf } from './parties';
import type { Rule } from './subject';
import { warning } from './warning';

/** A transfer to the contract of a token, from where hardly any can send it on. */
export const recipientToken: Rule = (subject) =>
  transfersOf(subject).flatMap(({ to }) =>
    knownToken(to) || contractFacts(subject, to)?.isToken
      ? warning('recipientToken', 'high', { recipient: nameOf(subject, to) })
      : [],
  );
