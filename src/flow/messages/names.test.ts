import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mergeTexts } from '../../../scripts/build/texts';
import { languages } from '../../schema/language';
import { safeText } from '../../ui/text/format';
import { nameText, pathText } from './names';

const labelOf = (path: readonly string[]) =>
  safeText(pathText(['message', ...path]), Number.POSITIVE_INFINITY);

describe('nameText', () => {
  it.each([
    'amount',
    'Session Key',
    'x_1',
    'größe',
    'Straße',
    'señal',
    'łódź',
    'tiền',
    '価格',
    'цена',
    'USD金額',
    'τιμή',
    'b (2)',
    'x,y',
  ])('leaves %s as it is', (name) => expect(nameText(name)).toBe(name));

  // @promise P11.2
  it.each([
    ['a Cyrillic letter among Latin ones', 'аmount', '\\u{430}mount'],
    ['a Greek letter among Latin ones', 'tοken', 't\\u{3bf}ken'],
    ['a Greek capital among Latin ones', 'ΝFT', '\\u{39d}FT'],
    ['a Cherokee letter among Latin ones', 'Ꭺmount', '\\u{13aa}mount'],
    ['a word of look-alikes alone', 'сору', '\\u{441}\\u{43e}\\u{440}\\u{443}'],
    ['a dotless i', 'lımit', 'l\\u{131}mit'],
    ['a script a', 'ɑmount', '\\u{251}mount'],
    ['a wide letter', 'ａmount', '\\u{ff41}mount'],
    ['a letter of formulas', '𝐚mount', '\\u{1d41a}mount'],
    ['the sign of kelvins', '\u212aey', '\\u{212a}ey'],
    ['the separator of paths', 'buy › amount', 'buy \\u{203a} amount'],
    ['a digit of another script', '４', '\\u{ff14}'],
  ])('shows %s by its number', (_what, name, shown) => expect(nameText(name)).toBe(shown));
});

describe('pathText', () => {
  it('distinguishes a field from a path of the same words', () => {
    expect(labelOf(['buy', 'amount'])).toBe('buy › amount');
    expect(labelOf(['buy › amount'])).toBe('“buy \\u{203a} amount”');
    expect(labelOf(['a” › “b'])).not.toBe(labelOf(['a', 'b']));
  });

  const character = fc.oneof(
    fc.constantFrom(...'ab›“”"> ,.:\'‹»аοКÅÅKｋ가가éı𝐚ª1１'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  );
  const path = fc.array(
    fc.array(character, { minLength: 1, maxLength: 4 }).map((all) => all.join('')),
    { minLength: 1, maxLength: 3 },
  );

  // @promise P11.2
  it('gives each path a label of its own', () => {
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(path, (names) => {
        fc.pre(!names.join('').includes('\\'));
        const label = labelOf(names);
        const text = JSON.stringify(names);
        expect(seen.get(label) ?? text).toBe(text);
        seen.set(label, text);
      }),
      { numRuns: 2_000 },
    );
    expect(seen.size).toBeGreaterThan(1_000);
  });

  it.each(languages)('gives no path a label of the module itself in %s', async (language) => {
    const texts = await mergeTexts(language);
    for (const name of ['message.kind', 'message.notSigned', 'message.root']) {
      const own = `${texts[name]}`.replace('{field}', 'x');
      expect(labelOf([own])).toBe(`“${own}”`);
    }
  });
});
