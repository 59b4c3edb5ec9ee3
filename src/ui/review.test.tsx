import { describe, expect, it } from '@jest/globals';
import { assertJSXElement } from '@metamask/snaps-sdk/jsx';
import fc from 'fast-check';
import { hiddenCharacters, hiddenIn, hostileTexts } from '../../test/hostileTexts';
import { textOf } from '../../test/node/readDialog';
import { groupHex } from './format';
import { ReviewDialog } from './review';
import type { Fact, ReviewFacts } from './reviewFacts';
import { safeText } from './safeText';

const address = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

/** One fact of each kind, and what of it has to be read in the dialog. */
const facts: Record<Fact['as'], { fact: Fact; read: string[] }> = {
  text: { fact: { as: 'text', label: 'Nonce', value: '17' }, read: ['Nonce', '17'] },
  sentence: { fact: { as: 'sentence', value: 'Send 12.5 STRK' }, read: ['Send 12.5 STRK'] },
  address: {
    fact: { as: 'address', label: 'To', value: address, name: 'STRK token' },
    read: ['To (STRK token)', groupHex(address)],
  },
  amount: {
    fact: { as: 'amount', label: 'Maximum', value: '1234.5', symbol: 'STRK' },
    read: ['Maximum', '1,234.5 STRK'],
  },
  raw: {
    fact: { as: 'raw', label: 'Call data', value: '0x1, 0x2' },
    read: ['Call data', '0x1, 0x2'],
  },
};

const review = (changes: Partial<ReviewFacts> = {}): ReviewFacts => ({
  title: 'Review transaction',
  origin: 'https://dapp.example',
  network: 'Starknet Sepolia',
  warnings: [],
  sections: [],
  ...changes,
});

function draw(shown: ReviewFacts): string {
  const drawn = <ReviewDialog {...shown} />;
  assertJSXElement(drawn);
  return textOf(drawn);
}

describe('the review dialog', () => {
  it('names who asks, on which network, and what about', () => {
    const text = draw(review());
    for (const part of ['Review transaction', 'https://dapp.example', 'Starknet Sepolia'])
      expect(text).toContain(part);
  });

  it.each(Object.entries(facts))('draws a fact of kind %s, wholly', (_kind, { fact, read }) => {
    const text = draw(review({ sections: [{ title: 'What it does', facts: [fact] }] }));
    expect(text).toContain('What it does');
    for (const part of read) expect(text).toContain(part);
  });

  it('draws every fact and section, in the order given', () => {
    const all = Object.values(facts);
    const sections = ['First', 'Second'].map((title) => ({
      title,
      facts: all.map(({ fact }) => fact),
    }));
    const text = draw(review({ sections }));
    const once = all.flatMap(({ read }) => read);
    let at = 0;
    for (const part of ['First', ...once, 'Second', ...once]) {
      const found = text.indexOf(part, at);
      expect([part, found >= at]).toEqual([part, true]);
      at = found + part.length;
    }
  });

  it.each([
    ['info', 'info'],
    ['caution', 'warning'],
    ['high', 'danger'],
    ['critical', 'danger'],
  ] as const)('draws a warning of severity %s', (severity, banner) => {
    const warnings = [{ rule: 'test', severity, title: 'High risk', text: 'It may spend all.' }];
    const drawn = <ReviewDialog {...review({ warnings })} />;
    assertJSXElement(drawn);
    expect(JSON.stringify(drawn)).toContain('"title":"High risk"');
    expect(JSON.stringify(drawn)).toContain(`"severity":"${banner}"`);
    expect(textOf(drawn)).toContain('It may spend all.');
  });

  it('shows all of what is signed, however long it is', () => {
    const felts = Array.from(
      { length: 8_192 },
      (_, at) => `0x${at.toString(16).padStart(63, 'f')}`,
    );
    const callData = felts.join(', ');
    const message = 'word '.repeat(2_000);
    const text = draw(
      review({
        sections: [
          {
            title: 'Details',
            facts: [
              { as: 'raw', label: 'Call data', value: callData },
              { as: 'text', label: 'contents', value: message },
            ],
          },
        ],
      }),
    );
    expect(text).toContain(callData);
    expect(text).toContain(message);
  });

  it('shows no hidden character, wherever a stranger may have put one', () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        ...hostileTexts,
        ...hiddenCharacters.map(({ character }) => `a${character}b`),
      ),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const strange: Fact[] = [
          { as: 'text', label: text, value: text },
          { as: 'sentence', value: text },
          { as: 'address', label: text, value: text, name: text },
          { as: 'amount', label: text, value: '1', symbol: text },
          { as: 'raw', label: text, value: text },
        ];
        const drawn = (
          <ReviewDialog
            {...review({
              origin: text,
              warnings: [{ rule: 'test', severity: 'caution', title: text, text }],
              sections: [{ title: 'What it does', facts: strange }],
            })}
          />
        );
        assertJSXElement(drawn);
        const shown: string[] = [];
        JSON.stringify(drawn, (_key, value) => {
          if (typeof value === 'string') shown.push(value);
          return value;
        });
        expect(shown.flatMap(hiddenIn)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('writes every text as safeText does', () => {
    const value = 'a\u202eb';
    const text = draw(
      review({ sections: [{ title: 'x', facts: [{ as: 'raw', label: 'y', value }] }] }),
    );
    expect(text).toContain(safeText(value));
  });
});
