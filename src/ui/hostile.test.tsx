import { beforeAll, describe, expect, it } from '@jest/globals';
import { assertJSXElement } from '@metamask/snaps-sdk/jsx';
import { fewHostileTexts, listTexts } from '../../test/random/hostileTexts';
import { expectHarmless, hostileDialogs } from '../../test/review/hostileDialogs';
import { english } from '../../test/wallet/openDialogs';
import { createSay, type Say, type Texts } from './text/words';

let texts: Texts;
let say: Say;
beforeAll(async () => {
  texts = await english();
  say = createSay(texts);
});

describe('every dialog', () => {
  // @promise T2.1
  it('shows no hidden character of a hostile text, in any place', () => {
    for (const text of fewHostileTexts) expectHarmless(text, say);
    hostileDialogs('\u202e', say).forEach(assertJSXElement);
  });

  // @promise T2.1
  it('keeps its sentences in order despite right-to-left letters from outside', () => {
    const filled = { say: 'review.named', with: { label: 'שלום 12', name: 'ع' } } as const;
    expect(createSay(texts)(filled)).toMatch(/^[ -~]*$/u);
    expect(createSay(texts)(filled)).toContain('\\u{5e9}\\u{5dc}\\u{5d5}\\u{5dd} 12');
    // What stands by itself is shown as it is.
    expect(createSay(texts)('שלום')).toBe('שלום');
    const sentences = JSON.stringify(hostileDialogs('אב', say).map((drawn) => listTexts(drawn)));
    expect(sentences).toContain('\\\\u{5d0}');
  });

  it('fills no place of its own texts from outside', () => {
    const filling = '{label}{to}';
    for (const drawn of hostileDialogs(filling, say))
      for (const text of listTexts(drawn))
        expect(text.replaceAll(' ', '').replaceAll(filling, '')).not.toMatch(/[{}⟦]/u);
  });

  it('treats no name of a text that every object has as its own', () => {
    for (const name of ['constructor', '__proto__', 'toString'])
      expect(createSay(texts)({ say: name as never })).toBe(`⟦${name}⟧`);
  });
});
