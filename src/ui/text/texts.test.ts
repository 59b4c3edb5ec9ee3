import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createTexts } from './texts';
import { createSay, ownName } from './words';

/** A package with German and English, and how often each file of it was read. */
function source(language: () => Promise<string>, files = ['de', 'en']) {
  const reads: string[] = [];
  const texts = createTexts({
    language,
    async readText(path) {
      reads.push(path);
      const [, name = ''] = /text\.(\w+)\.json$/u.exec(path) ?? [];
      if (!files.includes(name)) throw new Error(`No ${path}.`);
      return JSON.stringify({ language: name });
    },
  });
  return { reads, texts };
}

describe('createTexts', () => {
  it.each([
    ['de', 'de'],
    ['de-CH', 'de'],
    ['DE_at', 'de'],
    ['en', 'en'],
    ['fr', 'en'],
    ['', 'en'],
    ['../../secret', 'en'],
  ])('reads for the language %j the texts of %j', async (language, read) => {
    expect(await source(async () => language).texts()).toEqual({ language: read });
  });

  it('reads a language once, and follows the user to another one', async () => {
    let language = 'de';
    const { texts, reads } = source(async () => language);
    await Promise.all([texts(), texts()]);
    language = 'en';
    await texts();
    await texts();
    expect(reads).toEqual(['text.de.json', 'text.en.json']);
  });

  it('returns the last texts without asking, and the same ones while the language stays', async () => {
    let language = 'de-CH';
    let asked = 0;
    const { texts } = source(async () => {
      asked += 1;
      return language;
    });
    const first = await texts({ cached: true });
    expect(await texts({ cached: true })).toBe(first);
    expect(asked).toBe(1);
    expect(await texts()).toBe(first);
    language = 'en';
    expect(await texts({ cached: true })).toBe(first);
    expect(await texts()).toEqual({ language: 'en' });
    expect(await texts({ cached: true })).toEqual({ language: 'en' });
  });

  it('speaks English if the wish of the user is not known', async () => {
    const { texts } = source(async () => Promise.reject(new Error('No preferences.')));
    expect(await texts()).toEqual({ language: 'en' });
  });

  it('asks those who ask at once together, and again if a request ended before the answer', async () => {
    let asked = 0;
    const { texts, reads } = source(async () => {
      asked += 1;
      if (asked === 1) throw new Error('The wallet ended the request.');
      return 'de';
    });
    expect(await texts({ cached: true })).toEqual({ language: 'en' });
    const both = await Promise.all([texts({ cached: true }), texts({ cached: true })]);
    expect(both).toEqual([{ language: 'de' }, { language: 'de' }]);
    expect([asked, reads]).toEqual([2, ['text.en.json', 'text.de.json']]);
  });

  it('fails if no text can be read, and tries again the next time', async () => {
    const files: string[] = [];
    const { texts } = source(async () => 'de', files);
    await expect(texts()).rejects.toThrow('No text.en.json.');
    files.push('de');
    expect(await texts()).toEqual({ language: 'de' });
  });
});

describe('amounts', () => {
  const say = (point: string, thousands: string) =>
    createSay({
      'review.point': point,
      'review.thousands': thousands,
      'calls.send': 'Send {what}',
    });
  const amount = { amount: '97494.07812345', symbol: 'STRK' };

  it('formats amounts as the language does, alone and in a sentence', () => {
    const words = { say: 'calls.send', with: { what: amount } } as const;
    expect(say('.', ',')(words)).toBe('Send ≈ 97,494.08 STRK');
    expect(say(',', '.')(words)).toBe('Send ≈ 97.494,08 STRK');
    expect(say(',', '.')({ ...amount, isExact: true })).toBe('97.494,07812345 STRK');
    expect(say(',', '.')({ amount: '0.5' })).toBe('0,5');
  });

  it('shows only plain letters in a symbol', () => {
    expect(say('.', ',')({ amount: '1', symbol: 'USD\u0421' })).toBe('1 USD\\u{421}');
  });

  it('follows Latin America if the wallet speaks its Spanish', async () => {
    for (const [language, point] of [
      ['es', ','],
      ['es_419', '.'],
      ['es-MX', '.'],
      ['es-ES', ','],
    ] as const) {
      const texts = createTexts({
        language: async () => language,
        readText: async () => JSON.stringify({ 'review.point': ',', 'review.thousands': '.' }),
      });
      expect(createSay(await texts())({ amount: '1.5' })).toBe(`1${point}5`);
    }
  });
});

describe('createSay', () => {
  // The names are those of any text: what is tested is how places are filled.
  const say = createSay({
    'review.fromTo': '{to} ← {from}',
    'review.share': 'No',
    'review.named': '{label}',
  });

  it('fills places wherever a language puts them, with strings or with other texts', () => {
    const words = {
      say: 'review.fromTo',
      with: { from: 'a', to: { say: 'review.share' } },
    } as const;
    expect(say(words)).toBe('No ← a');
  });

  it('makes what comes from outside fit to be shown, and fills no place of it', () => {
    expect(say('a\u202eb')).toBe('a\\u{202e}b');
    const words = { say: 'review.fromTo', with: { from: '{to}\n', to: 'x'.repeat(20) } } as const;
    expect(say(words, 10)).toBe(`${'x'.repeat(10)} … +10 ← {to}\\u{a}`);
  });

  it('keeps the direction of a name that the user gave from the text around it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 32 }), (middle) => {
        const sentence = say({
          say: 'review.fromTo',
          with: { from: ownName(`א${middle}`), to: 'b' },
        });
        expect(sentence).toMatch(/^b ← \u2068א[^\u2066-\u2069\u202a-\u202e]*\u2069$/u);
      }),
    );
  });

  it('leaves a name in letters of one direction as any other text', () => {
    expect(ownName('Zoë 2')).toBe('Zoë 2');
  });

  it('marks what is missing by its name', () => {
    expect(say({ say: 'review.confirm' })).toBe('⟦review.confirm⟧');
    expect(say({ say: 'review.named' })).toBe('⟦label⟧');
  });
});
