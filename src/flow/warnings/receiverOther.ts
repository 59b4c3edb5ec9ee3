import type { Act } from '../../starknet/meaning/meaning';
import { nameOf, ownAccount } from './parties';
import type { Rule } from './subject';
import { warning } from './warning';

/** Acts that are about somebody else by their nature; what they send has rules of its own. */
const abouts: readonly Act[] = [
  'allowLess',
  'delegate',
  'lock',
  'outside',
  'sendPieces',
  'stakeMove',
];

/** What a swap, a withdrawal or a claim brings goes elsewhere than to this account. */
export const receiverOther: Rule = (subject) =>
  subject.calls.flatMap(({ meaning }) => {
    const isAbout = meaning.kind === 'act' && abouts.includes(meaning.act);
    if (isAbout || meaning.kind === 'transfer' || !('to' in meaning) || !meaning.to) return [];
    if (ownAccount(subject, meaning.to)) return [];
    return warning('receiverOther', meaning.kind === 'swap' ? 'high' : 'caution', {
      recipient: nameOf(subject, meaning.to),
    });
  });
