import type { StoredAccount } from '../../schema/account';
import { accountClasses, classOf } from '../../starknet/accounts/classes';
import { nameOf, ownAccount } from './parties';
import type { Rule } from './subject';
import { warning } from './warning';

const family = (kind: string): string => kind.replace(/\d+$/u, '');

/** A class that this account can run: of its own family, and no proxy of Cairo 0. */
const fittingClass = (account: StoredAccount, classHash: string) => {
  const kind = classOf(classHash);
  const fits = kind && family(kind) === family(account.addressClass);
  return fits && accountClasses[kind].cairoVersion === 1 ? accountClasses[kind] : undefined;
};

/** New code for an account, or for another contract. */
export const accountUpgrade: Rule = (subject) =>
  subject.calls.flatMap(({ meaning }) => {
    if (meaning.kind !== 'upgrade') return [];
    const contract = nameOf(subject, meaning.contract);
    // A message is carried out by others, whenever they like: nothing there is routine.
    if (subject.outside) return warning('controlByMessage', 'critical', { contract });
    const account = ownAccount(subject, meaning.contract);
    if (!account) return warning('contractUpgrade', 'caution', { contract });
    const known = fittingClass(account, meaning.classHash);
    return known
      ? warning('accountUpgradeKnown', 'caution', { account: contract, class: known.label })
      : warning('accountUpgradeUnknown', 'critical', { account: contract });
  });
