import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findHidden, hiddenCharacters, hostileTexts } from '../../../test/random/hostileTexts';
import { asciiText, safeText } from './format';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  // Halves of surrogate pairs included.
  fc
    .array(fc.nat(0xffff), { maxLength: 300 })
    .map((units) => units.map((unit) => String.fromCharCode(unit)).join('')),
  fc
    .array(fc.constantFrom(...hiddenCharacters.map(({ character }) => character), 'a', ' '))
    .map((characters) => characters.join('')),
);

describe('safeText', () => {
  it('finds more than two hundred hidden characters to try', () => {
    expect(hiddenCharacters.length).toBeGreaterThan(200);
  });

  it.each(hiddenCharacters)('makes visible: $name', ({ character }) => {
    // Two of the wide spaces have another spelling in NFC.
    const code = character.normalize('NFC').codePointAt(0)?.toString(16);
    expect(safeText(`a${character}b`)).toBe(`a\\u{${code}}b`);
    expect(safeText(character)).toBe(`\\u{${code}}`);
  });

  it('draws each of five hundred hostile texts on one line, without hidden characters', () => {
    expect(new Set(hostileTexts).size).toBeGreaterThan(500);
    for (const text of hostileTexts) {
      const shown = safeText(text);
      expect([text.slice(0, 40), findHidden(shown)]).toEqual([text.slice(0, 40), []]);
      expect(shown).not.toMatch(/[\r\n\t]|\p{M}{5}/u);
      expect(Array.from(shown).length).toBeLessThanOrEqual(256 + 30);
    }
  });

  it('keeps a few marks on a letter, and shows more of them as what they are', () => {
    expect(safeText('x\u0351\u0351')).toBe('x\u0351\u0351');
    expect(safeText('กี่ שָׁלוֹם ज़्')).toBe('กี่ שָׁלוֹם ज़्'.normalize('NFC'));
    expect(safeText(`x${'\u0351'.repeat(6)}`)).toBe(`x${'\u0351'.repeat(4)}\\u{351}\\u{351}`);
  });

  it('leaves plain text as it is, in any script', () => {
    for (const text of [
      'Send 12.5 STRK',
      'Überweisung an Zoë',
      '送金 100',
      'дай',
      '€ — “x” → ★ 🦊',
    ])
      expect(safeText(text)).toBe(text);
  });

  it('composes characters, so that two spellings of one text look the same', () => {
    expect(safeText('e\u0301')).toBe('é');
    expect(safeText('\u212b')).toBe('Å');
  });

  it('shows how much was cut off', () => {
    expect(safeText('abcdef', 6)).toBe('abcdef');
    expect(safeText('abcdefg', 6)).toBe('abcdef … +1');
    expect(safeText('x'.repeat(1_000))).toBe(`${'x'.repeat(256)} … +744`);
  });

  it('cuts between characters, not within one', () => {
    expect(safeText('🦊🦊', 1)).toBe('🦊 … +1');
  });

  // @promise T2.1
  it('lets no hidden character through, whatever the text and the limit', () => {
    fc.assert(
      fc.property(anyText, fc.nat(300), (text, limit) => {
        const shown = safeText(text, limit);
        expect(findHidden(shown)).toEqual([]);
        expect(shown).toMatch(/^[^\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]*$/u);
        expect(shown.normalize('NFC')).toBe(shown);
      }),
      { numRuns: 500 },
    );
  });

  // @promise T2.1
  it('changes nothing of a text that it has made safe, whatever the limit', () => {
    const text = fc.oneof(anyText, fc.constantFrom(...hostileTexts));
    fc.assert(
      fc.property(text, fc.nat(300), (strange, limit) => {
        const shown = safeText(strange, limit);
        expect(safeText(shown, limit)).toBe(shown);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('asciiText', () => {
  // @promise T3.1
  it('shows letters of other scripts as what they are', () => {
    expect(asciiText('USDС')).toBe('USD\\u{421}');
    expect(asciiText('12.123456… STRK')).toBe('12.123456… STRK');
    for (const text of hostileTexts) expect(asciiText(text)).toMatch(/^[ -~…]*$/u);
  });
});
