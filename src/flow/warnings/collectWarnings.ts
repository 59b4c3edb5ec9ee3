import { type Warning, worstFirst } from '../../ui/review/facts';
import { say } from '../../ui/text/words';
import type { TransactionReview } from '../transactions/review';
import { accountCallUnknown, accountControl, accountUndeployed, accountUpgrade } from './account';
import { approvalAll, approvalAmount, approvalSpender } from './approval';
import { abiDiffers, callUnknown, contractFirst, previewReverts, previewUnknown } from './call';
import {
  feeMargin,
  feePrice,
  feeTip,
  feeTokenAll,
  highFee,
  paymasterFee,
  paymasterUnpriced,
} from './fee';
import { earlierLives, nonceGap, outsideAnyone, outsideLives, outsideWindow } from './outside';
import {
  addressLookAlike,
  ethereumAddress,
  receiverOther,
  recipientDead,
  recipientSelf,
  recipientToken,
  recipientZero,
  usedUnreadable,
} from './recipient';
import type { Rule } from './rule';
import { swapForAny, symbolLookAlike, tokenAll, tokenChanged, tokenUnknown } from './token';

/** Order of warnings with the same severity. */
const rules: readonly Rule[] = [
  accountUpgrade,
  accountControl,
  accountCallUnknown,
  earlierLives,
  outsideLives,
  outsideAnyone,
  outsideWindow,
  addressLookAlike,
  usedUnreadable,
  recipientZero,
  recipientDead,
  ethereumAddress,
  recipientToken,
  recipientSelf,
  receiverOther,
  approvalAmount,
  approvalAll,
  approvalSpender,
  symbolLookAlike,
  tokenChanged,
  swapForAny,
  tokenAll,
  feeTokenAll,
  previewReverts,
  previewUnknown,
  callUnknown,
  abiDiffers,
  tokenUnknown,
  highFee,
  feePrice,
  feeMargin,
  paymasterFee,
  paymasterUnpriced,
  feeTip,
  nonceGap,
  contractFirst,
  accountUndeployed,
];

/** Maximum individual warnings of one kind; more would bury the others. */
const SHOWN_OF_KIND = 3;

type Counted = { readonly warning: Warning; count: number };

/** Merges equal warnings into one with their number. */
function merged(warnings: readonly Warning[]): Warning[] {
  const counted = new Map<string, Counted>();
  for (const warning of warnings) {
    const key = JSON.stringify(warning);
    const same = counted.get(key);
    if (same) same.count++;
    else counted.set(key, { warning, count: 1 });
  }
  return [...counted.values()].map(({ warning, count }) => {
    if (count === 1) return warning;
    return { ...warning, text: say('warnings.times', { text: warning.text, count: `${count}` }) };
  });
}

/** The last one shown of a kind states how many more there are. */
const firstOfKind = (kind: readonly Warning[]): readonly Warning[] => {
  const last = kind[SHOWN_OF_KIND - 1];
  if (!last || kind.length <= SHOWN_OF_KIND) return kind;
  const count = `${kind.length - SHOWN_OF_KIND}`;
  return [
    ...kind.slice(0, SHOWN_OF_KIND - 1),
    { ...last, text: say('warnings.more', { text: last.text, count }) },
  ];
};

/** All warnings of a review, worst first. */
export function collectWarnings(review: TransactionReview): Warning[] {
  const all = worstFirst(merged(rules.flatMap((rule) => rule(review))));
  const kindOf = ({ severity, rule }: Warning) => `${severity} ${rule}`;
  const kinds = [...new Set(all.map(kindOf))];
  return kinds.flatMap((kind) => firstOfKind(all.filter((warning) => kindOf(warning) === kind)));
}
