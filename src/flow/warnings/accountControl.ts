import { nameOf, ownAccount } from './parties';
import type { Rule } from './subject';
import { warning } from './warning';

/** Another owner, key or guardian for an account, or another owner for a contract. */
export const accountControl: Rule = (subject) =>
  subject.calls.flatMap(({ meaning }) => {
    if (meaning.kind !== 'owner' && meaning.kind !== 'guardian') return [];
    const contract = nameOf(subject, meaning.contract);
    if (subject.outside) return warning('controlByMessage', 'critical', { contract });
    const places = { account: contract };
    if (!ownAccount(subject, meaning.contract))
      return warning('contractControl', 'caution', { contract });
    if (meaning.change === 'cancel') return warning('changeCancelled', 'caution', places);
    return meaning.kind === 'owner'
      ? warning('ownerChange', 'critical', places)
      : warning('guardianChange', 'high', places);
  });
