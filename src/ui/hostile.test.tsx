import { beforeAll, describe, expect, it } from '@jest/globals';
import { assertJSXElement, type JSXElement } from '@metamask/snaps-sdk/jsx';
import fc from 'fast-check';
import { hiddenIn, hostileTexts } from '../../test/random/hostileTexts';
import { english } from '../../test/wallet/openDoor';
import { ChooseAccounts, PrivateKeyDialog } from './dialogs';
import { ReviewDialog } from './review/dialog';
import type { Fact, PreviewFacts, ReviewFacts } from './review/facts';
import { type Say, sayIn, type Texts } from './text/words';

let texts: Texts;
let say: Say;
beforeAll(async () => {
  texts = await english();
  say = sayIn(texts);
});

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
      ...{ kind, amount: text, symbol: text, address: text, tokenId: text, spender: text },
      verified: false,
    })),
  },
  { state: 'reverts', source: text, reason: text },
  { state: 'unknown', why: text },
];

/** A review that says a text wherever a stranger could have put one. */
const reviewOf = (text: string, preview: PreviewFacts): ReviewFacts => ({
  title: { say: 'review.named', with: { label: text, name: text } },
  origin: text,
  network: text,
  account: { name: text, index: 0, address: text },
  warnings: (['critical', 'caution'] as const).map((severity) => ({
    ...{ rule: 'test', severity, title: text, text },
  })),
  preview,
  sections: [{ title: text, facts: factsOf(text) }],
  fee: {
    ...{ expected: '0.1', maximum: '0.12345678', symbol: text },
    money: { expected: text, maximum: text },
    payWith: { chosen: 'own', options: [{ value: 'own', label: text }] },
    notes: factsOf(text),
  },
  details: [{ title: text, facts: factsOf(text) }],
});

function dialogsOf(text: string): JSXElement[] {
  const asked = { origin: text, network: text, say };
  const state = {
    ...{ version: 1, risk: 1, isUnfolded: true, isUnderstood: false, isWaiting: false },
    ...{ trouble: null, wished: {}, typed: null, isTaken: false, isPaused: true, isGuarded: false },
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
      accounts={[{ name: text, address: '0x1', addressIndex: 0, accountClass: 'other' }]}
    />,
    <PrivateKeyDialog
      {...asked}
      account={{ as: 'address', label: text, value: text }}
      privateKey="0x1"
    />,
  ];
}

/** Everything in a drawing that is a text, shown or not. */
function textsIn(drawn: JSXElement): string[] {
  const all: string[] = [];
  JSON.stringify(drawn, (_key, value) => {
    if (typeof value === 'string') all.push(value);
    return value;
  });
  return all;
}

function expectHarmless(text: string): void {
  for (const drawn of dialogsOf(text)) {
    const hidden = textsIn(drawn).filter((each) => hiddenIn(each).length > 0);
    expect([text.slice(0, 40), hidden]).toEqual([text.slice(0, 40), []]);
  }
}

describe('every dialog', () => {
  it('shows no hidden character of five hundred hostile texts, in any place', () => {
    for (const text of hostileTexts) expectHarmless(text);
    for (const text of hostileTexts.slice(0, 20)) dialogsOf(text).forEach(assertJSXElement);
  });

  it('shows none of any text at all', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), expectHarmless), { numRuns: 100 });
  });

  it('has none of its sentences turned round by a letter from outside', () => {
    const filled = { say: 'review.named', with: { label: 'שלום 12', name: 'ع' } } as const;
    expect(sayIn(texts)(filled)).toMatch(/^[ -~]*$/u);
    expect(sayIn(texts)(filled)).toContain('\\u{5e9}\\u{5dc}\\u{5d5}\\u{5dd} 12');
    // What stands by itself is shown as it is.
    expect(sayIn(texts)('שלום')).toBe('שלום');
    const sentences = JSON.stringify(dialogsOf('אב').map((drawn) => textsIn(drawn)));
    expect(sentences).toContain('\\\\u{5d0}');
  });

  it('fills no place of its own texts from outside', () => {
    const filling = '{label}{to}';
    for (const drawn of dialogsOf(filling))
      for (const text of textsIn(drawn))
        expect(text.replaceAll(' ', '').replaceAll(filling, '')).not.toMatch(/[{}⟦]/u);
  });

  it('takes no name of a text for one of its own that is everybody’s', () => {
    for (const name of ['constructor', '__proto__', 'toString'])
      expect(sayIn(texts)({ say: name as never })).toBe(`⟦${name}⟧`);
  });
});
