import { describe, expect, it } from '@jest/globals';
import {
  chooseLanguage,
  findLanguage,
  findNumbers,
  formatCount,
  formatSeconds,
  spoken,
  startSpeaking,
} from './language';
import { say } from './texts';

/** A device that keeps this language, or refuses to keep any. */
function device(kept: string | null, isRefused = false) {
  let language = kept;
  const localStorage = {
    getItem: () => language,
    setItem(_key: string, value: string) {
      language = value;
    },
  };
  return {
    get localStorage() {
      if (isRefused) throw new Error('Storage is refused.');
      return localStorage;
    },
    kept: () => language,
  };
}

describe('findLanguage', () => {
  it.each([
    ['es', ['de-CH', 'en'], 'es'],
    [null, ['de-CH', 'en'], 'de'],
    [null, ['fr', 'es_419', 'en'], 'es'],
    [null, ['fr'], 'en'],
    [null, [], 'en'],
    ['fr', ['DE'], 'de'],
    ['constructor', ['toString'], 'en'],
  ])('speaks for the kept %j and the wished %j %s', (kept, wished, language) => {
    expect(findLanguage(kept, wished)).toBe(language);
  });
});

describe('findNumbers', () => {
  it.each([
    [null, 'fr', 'fr'],
    ['de', 'de-CH', 'de-CH'],
    ['de', 'en-US', 'de'],
    ['nothing', 'fr', 'fr'],
  ])('writes numbers for the kept %j in a browser of %s as %s', (kept, browser, numbers) => {
    expect(findNumbers(kept, browser)).toBe(numbers);
  });
});

describe('chooseLanguage', () => {
  it('speaks the language from now on, and keeps it on the device', async () => {
    const here = device(null);
    await chooseLanguage(here, 'de');
    expect(here.kept()).toBe('de');
    const { language, draw } = spoken.get();
    expect([language, draw(say('page.title.start'))]).toEqual(['de', 'Hier beginnen']);
    expect([formatCount(1_234), formatSeconds(1.26)]).toEqual(['1.234', '1,3']);
    await chooseLanguage(here, 'en');
    expect(spoken.get().draw(say('page.title.start'))).toBe('Start here');
  });

  it('speaks it all the same where nothing can be kept', async () => {
    await chooseLanguage(device(null, true), 'es');
    expect(spoken.get().draw(say('page.title.start'))).toBe('Empieza aquí');
  });
});

describe('startSpeaking', () => {
  it('speaks the language that the device has kept', async () => {
    await startSpeaking(device('es'));
    expect(spoken.get().language).toBe('es');
  });

  it('starts in any language where the device refuses everything', async () => {
    await expect(startSpeaking(device(null, true))).resolves.toBeUndefined();
  });
});
