import { describe, expect, it } from '@jest/globals';
import { textsOf } from './texts';
import { sayIn } from './words';

/** A package with German and English, and how often each file of it was read. */
function source(language: () => Promise<string>, files = ['de', 'en']) {
  const reads: string[] = [];
  const texts = textsOf({
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

describe('textsOf', () => {
  it.each([
    ['de', 'de'],
    ['de-CH', 'de'],
    ['DE_at', 'de'],
    ['en', 'en'],
    ['fr', 'en'],
    ['', 'en'],
    ['../../secret', 'en'],
  ])('has for the language %j the texts of %j', async (language, read) => {
    expect(await source(async () => language).texts()).toEqual({ language: read });
  });

  it('reads a language once, and follows the user to another one', async () => {
    let language = 'de';
    const { texts, reads } = source(async () => language);
    await Promise.all([texts(), texts()]);
    language = 'en';
    await texts();
    await texts();
    expect(reads).toEqual(['./static/text.de.json', './static/text.en.json']);
  });

  it('speaks English where the wish of the user is not known', async () => {
    const { texts } = source(async () => Promise.reject(new Error('No preferences.')));
    expect(await texts()).toEqual({ language: 'en' });
  });

  it('fails where no text can be read, and tries again the next time', async () => {
    const files: string[] = [];
    const { texts } = source(async () => 'de', files);
    await expect(texts()).rejects.toThrow('No ./static/text.en.json.');
    files.push('de');
    expect(await texts()).toEqual({ language: 'de' });
  });
});

describe('sayIn', () => {
  // The names are those of any text: what is tested is how places are filled.
  const say = sayIn({
    'review.fromTo': '{to} ← {from}',
    'review.cancel': 'No',
    'review.named': '{label}',
  });

  it('fills places wherever a language puts them, with strings or with other texts', () => {
    const words = {
      say: 'review.fromTo',
      with: { from: 'a', to: { say: 'review.cancel' } },
    } as const;
    expect(say(words)).toBe('No ← a');
  });

  it('makes what comes from outside fit to be shown, and fills no place of it', () => {
    expect(say('a\u202eb')).toBe('a\\u{202e}b');
    const words = { say: 'review.fromTo', with: { from: '{to}\n', to: 'x'.repeat(20) } } as const;
    expect(say(words, 10)).toBe(`${'x'.repeat(10)} … +10 characters ← {to}\\u{a}`);
  });

  it('marks what is missing by its name', () => {
    expect(say({ say: 'review.confirm' })).toBe('⟦review.confirm⟧');
    expect(say({ say: 'review.named' })).toBe('⟦label⟧');
  });
});
