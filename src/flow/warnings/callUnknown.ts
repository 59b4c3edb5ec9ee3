import { isListed, nameOf, ownAccount } from './parties';
import type { Rule } from './subject';
import { warning } from './warning';

/** A call that no ABI of its contract describes. */
export const callUnknown: Rule = (subject) =>
  subject.calls.flatMap(({ call: { contractAddress, entrypoint }, decoded, meaning }) => {
    // A known act of a listed contract needs no ABI; accounts have a rule of their own.
    const isTold = meaning.kind !== 'other' && isListed(subject, contractAddress);
    if (decoded || isTold || ownAccount(subject, contractAddress)) return [];
    return warning('callUnknown', 'caution', {
      entrypoint,
      contract: nameOf(subject, contractAddress),
    });
  });
