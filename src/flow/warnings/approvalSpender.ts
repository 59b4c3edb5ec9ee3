import { classOf } from '../../starknet/accounts/classes';
import { toAddress } from '../../starknet/felt';
import { allowancesOf } from './allowances';
import { contractFacts, isListed, nameOf } from './parties';
import type { Rule, Subject } from './subject';
import { type Danger, warning } from './warning';

const usedBefore = ({ known }: Subject, address: string): boolean =>
  known.contracts.includes(toAddress(address));

const dangerOf = (subject: Subject, spender: string): Danger => {
  const facts = contractFacts(subject, spender);
  if (facts?.classHash && classOf(facts.classHash)) return 'approvalPerson';
  return facts?.isNew === true ? 'approvalNew' : 'approvalUnverified';
};

/** An allowance for a contract that is on no list; one that is brand-new or a person's is worse. */
export const approvalSpender: Rule = (subject) =>
  allowancesOf(subject).flatMap(({ spender }) => {
    if (isListed(subject, spender)) return [];
    const danger = dangerOf(subject, spender);
    const severity = usedBefore(subject, spender) ? 'info' : 'caution';
    return warning(danger, danger === 'approvalUnverified' ? severity : 'high', {
      spender: nameOf(subject, spender),
    });
  });
