import { describe, expect, it } from '@jest/globals';
import { mergeTexts } from '../../../scripts/build/texts';
import { languages } from '../../schema/language';
import { whenText } from './when';
import { createSay } from './words';

const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).getTime();
const now = at(2026, 10, 28, 9, 30);

describe('whenText', () => {
  it.each([
    [now, 'today 09:30', 'heute 09:30', 'hoy 09:30'],
    [at(2026, 10, 28), 'today 00:00', 'heute 00:00', 'hoy 00:00'],
    [at(2026, 10, 27, 23, 59), 'yesterday 23:59', 'gestern 23:59', 'ayer 23:59'],
    [at(2026, 10, 26, 23, 59), '26 Nov 23:59', '26. Nov. 23:59', '26 nov 23:59'],
    [at(2026, 0, 1, 14, 5), '1 Jan 14:05', '1. Jan. 14:05', '1 ene 14:05'],
    [at(2025, 11, 31, 14, 5), '31 Dec 2025', '31. Dez. 2025', '31 dic 2025'],
    [at(2026, 10, 29, 1, 0), '29 Nov 01:00', '29. Nov. 01:00', '29 nov 01:00'],
  ])('says %d as %s', async (ms, ...said) => {
    const all = await Promise.all(['en', 'de', 'es'].map(mergeTexts));
    expect(all.map((texts) => whenText(ms, now, createSay(texts)))).toEqual(said);
  });

  it('knows every month in every language', async () => {
    for (const language of languages) {
      const say = createSay(await mergeTexts(language));
      expect(say({ say: 'home.when.months' }).split(' ')).toHaveLength(12);
    }
  });
});
