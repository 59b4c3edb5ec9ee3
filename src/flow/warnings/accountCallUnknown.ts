import { nameOf, ownAccount } from './parties';
import type { Rule } from './subject';
import { warning } from './warning';

/** Parts of the names by which accounts change their code, their signers or who acts for them. */
const TAKEOVER =
  /upgrade|implementation|class|owner|guardian|signer|key|escape|admin|role|module|plugin|session/iu;

/** A call to an own account that is none of the known ones. Inside a message none is harmless. */
export const accountCallUnknown: Rule = (subject) =>
  subject.calls.flatMap(({ call, meaning }) => {
    if (meaning.kind !== 'other' || !ownAccount(subject, call.contractAddress)) return [];
    const isWorst = subject.outside !== undefined || TAKEOVER.test(call.entrypoint);
    return warning('accountCallUnknown', isWorst ? 'critical' : 'high', {
      account: nameOf(subject, call.contractAddress),
      entrypoint: call.entrypoint,
    });
  });
