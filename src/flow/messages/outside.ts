import { ANY_CALLER, type OutsideExecution } from '../../starknet/typedData/outsideExecution';
import type { Fact, ReviewFacts, Section, Warning } from '../../ui/review/facts';
import { groupHex } from '../../ui/text/format';
import { previewFacts, recipientsIn } from '../review/describe';
import { describeCalls } from '../review/words/details';
import { lengthWords, timeWords } from '../transactions/timeWords';
import { warningsOf } from '../warnings/warningsOf';
import { frameOf, signed } from './message';
import { amountFact } from './messageFacts';
import type { OutsideReview } from './outsideReview';
import { messageWarning } from './warnings';

/** The facts of a message that is a transaction: the same as of one, and who carries it out when. */
export function describeOutside(review: OutsideReview): ReviewFacts {
  const { subject, outside } = review;
  const { sentences, details } = describeCalls(subject.calls, subject.tokens);
  return {
    ...frameOf(review),
    title: { say: 'message.titleOutside' },
    verb: 'review.doSign',
    warnings: warnings(review),
    preview: previewFacts(subject.preview, subject.tokens),
    recipients: recipientsIn(subject.preview),
    sections: [
      { title: { say: 'message.outsideTitle' }, facts: acts(review, sentences) },
      describeWindow(outside, subject.now),
    ],
    details: [...details, ...review.unreadable.map(unreadable), ...signed(review)],
  };
}

/** What the calls do; those that cannot be read last, as they are signed. */
function acts({ outside, unreadable: unread }: OutsideReview, sentences: readonly Fact[]): Fact[] {
  const { fee } = outside;
  return [
    ...(outside.calls.length === 0
      ? [{ as: 'sentence' as const, value: { say: 'message.outsideNothing' as const } }]
      : sentences),
    ...unread.flatMap(({ to, selector }): Fact[] => [
      { as: 'sentence', value: { say: 'message.unreadable', with: { selector } } },
      { as: 'address', label: { say: 'message.outsideContract' }, value: to },
    ]),
    ...(fee
      ? [
          amountFact({ say: 'message.outsidePays' }, fee.amount, fee.token),
          {
            as: 'address' as const,
            label: { say: 'message.outsidePaysTo' as const },
            value: fee.receiver,
          },
        ]
      : []),
  ];
}

function describeWindow({ caller, nonce, after, before }: OutsideExecution, now: number): Section {
  const opens = BigInt(after) > BigInt(now) ? BigInt(after) : BigInt(now);
  const left = BigInt(before) - opens;
  return {
    title: { say: 'message.outsideWhen' },
    facts: [
      caller === ANY_CALLER
        ? {
            as: 'text',
            label: { say: 'message.outsideCaller' },
            value: { say: 'message.outsideAnyone' },
          }
        : { as: 'address', label: { say: 'message.outsideThis' }, value: caller },
      { as: 'text', label: { say: 'message.outsideAfter' }, value: timeWords(after) },
      { as: 'text', label: { say: 'message.outsideBefore' }, value: timeWords(before) },
      {
        as: 'text',
        label: { say: 'message.outsideLength' },
        value: left > 0n ? lengthWords(left) : { say: 'message.sessionOver' },
      },
      { as: 'raw', label: { say: 'message.outsideNonce' }, value: nonce },
      {
        as: 'text',
        label: { say: 'message.outsideFeeLabel' },
        value: { say: 'message.outsideFee' },
      },
    ],
  };
}

const unreadable = ({ to, selector, calldata }: OutsideReview['unreadable'][number]): Section => ({
  title: { say: 'message.outsideCall' },
  facts: [
    { as: 'address', label: { say: 'message.outsideContract' }, value: to },
    { as: 'raw', label: { say: 'message.outsideSelector' }, value: selector },
    calldata.length === 0
      ? {
          as: 'text',
          label: { say: 'message.signCalldata' },
          value: { say: 'message.nothing' },
        }
      : { as: 'raw', label: { say: 'message.signCalldata' }, value: calldata.join(', ') },
  ],
});

function warnings({ subject, outside, account, typedData, unreadable: unread }: OutsideReview) {
  const named = typedData.domain.fields.find(({ name }) => name === 'name')?.value;
  const name = named?.as === 'felt' ? (named.text ?? named.felt) : '';
  const calls = unread.map(({ to, selector }) => `${selector} · ${groupHex(to)}`).join(', ');
  const own: Warning[] = [
    ...(unread.length > 0 ? [messageWarning('outsideUnreadable', 'critical', { calls })] : []),
    ...(outside.isStandardDomain ? [] : [messageWarning('outsideDomain', 'critical', { name })]),
  ];
  const found = warningsOf(subject);
  const isCritical = ({ severity }: Warning) => severity === 'critical';
  return [
    ...own,
    ...found.filter(isCritical),
    messageWarning('outsideExecution', 'high', { account: account.name }),
    ...found.filter((warning) => !isCritical(warning)),
  ];
}
