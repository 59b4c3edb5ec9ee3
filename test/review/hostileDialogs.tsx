import { expect } from '@jest/globals';
import type { JSXElement } from '@metamask/snaps-sdk/jsx';
import { ChooseAccounts, PrivateKeyDialog } from '../../src/ui/dialogs';
import { ReviewDialog } from '../../src/ui/review/dialog';
import type { Fact, PreviewFacts, ReviewFacts } from '../../src/ui/review/facts';
import type { Say } from '../../src/ui/text/words';
import { findHidden, listTexts } from '../random/hostileTexts';

const factsOf = (text: string): Fact[] => [
  { as: 'text', label: text, value: text },
  { as: 'sentence', value: text },
  { as: 'sentence', value: { say: 'review.fromTo', with: { from: text, to: text } } },
  { as: 'address', label: text, value: text, name: text },
  { as: 'text', label: text, value: { amount: '1', symbol: text } },
  { as: 'text', label: text, value: { amount: text, symbol: text } },
  { as: 'raw', label: text, value: text },
];

const previewsOf = (text: string): PreviewFacts[] => [
  {
    state: 'known',
    source: text,
    changes: (['send', 'receive', 'allow'] as const).map((kind) => ({
      kind,
      amount: text,
      symbol: text,
      address: text,
      tokenId: text,
      spender: text,
      verified: false,
    })),
  },
  { state: 'reverts', source: text, reason: text },
  { state: 'unknown', why: text },
];

/** A review with a text wherever a stranger could have put one. */
const reviewOf = (text: string, preview: PreviewFacts): ReviewFacts => ({
  title: { say: 'review.named', with: { label: text, name: text } },
  origin: text,
  network: text,
  account: { name: text, index: 0, address: text },
  warnings: (['critical', 'caution'] as const).map((severity) => ({
    rule: 'test',
    severity,
    title: text,
    text,
  })),
  preview,
  sections: [{ title: text, facts: factsOf(text) }],
  fee: {
    expected: '0.1',
    maximum: '0.12345678',
    symbol: text,
    money: { expected: text, maximum: text },
    payWith: { chosen: 'own', options: [{ value: 'own', label: text }] },
    notes: factsOf(text),
  },
  details: [{ title: text, facts: factsOf(text) }],
});

/** Every dialog, with a text wherever a stranger could have put one. */
export function hostileDialogs(text: string, say: Say): JSXElement[] {
  const asked = { origin: text, network: text, say };
  const state = {
    isOnPage: true,
    version: 1,
    risk: 1,
    isUnfolded: true,
    isUnderstood: false,
    isWaiting: false,
    trouble: null,
    wished: {},
    typed: null,
    isTaken: false,
    isPaused: true,
    growth: {
      lines: [
        {
          say: 'review.wasNow',
          with: { what: text, was: { amount: '1', symbol: text }, now: text },
        },
        { say: 'review.newRecipient', with: { address: text } },
        { say: 'review.newWarning', with: { title: text } },
      ],
      isMuch: true,
    } as const,
  };
  return [
    ...previewsOf(text).map((preview) => (
      <ReviewDialog facts={reviewOf(text, preview)} state={state} say={say} />
    )),
    <ChooseAccounts
      {...asked}
      shownCount={1}
      accounts={[
        {
          name: text,
          address: '0x1',
          addressIndex: 0,
          addressClass: 'argent031',
          accountClass: 'other',
        },
      ]}
    />,
    <PrivateKeyDialog
      {...asked}
      account={{ as: 'address', label: text, value: text }}
      privateKey="0x1"
    />,
  ];
}

export function expectHarmless(text: string, say: Say): void {
  for (const drawn of hostileDialogs(text, say)) {
    const hidden = [...new Set(listTexts(drawn))].filter((each) => findHidden(each).length > 0);
    expect([text.slice(0, 40), hidden]).toEqual([text.slice(0, 40), []]);
  }
}
