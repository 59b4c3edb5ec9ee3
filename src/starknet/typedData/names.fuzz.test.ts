import { describe, expect, it } from '@jest/globals';
import { getShown, namePlaces, spoilt } from '../../../test/messages/namePlaces';
import { findHidden, hiddenCharacters, hostileTexts } from '../../../test/random/hostileTexts';
import { RIGHT_TO_LEFT } from '../../schema/primitives';

describe.each(namePlaces)('$place of typed data (revision $revision)', (one) => {
  // @promise T2.2 P11.1
  it('refuses each of two hundred hidden characters', () => {
    expect(hiddenCharacters.length).toBeGreaterThan(200);
    for (const { character } of hiddenCharacters)
      for (const name of [`a${character}b`, `${character}a`, `a${character}`, character])
        expect([name, getShown(spoilt(one, name))]).toEqual([name, []]);
  });

  // @promise T2.2
  it('shows nothing of five hundred hostile texts that hides or turns round', () => {
    for (const text of hostileTexts) {
      const parts = spoilt(one, text);
      for (const each of getShown(parts)) {
        expect([text, findHidden(each)]).toEqual([text, []]);
        expect(each.search(RIGHT_TO_LEFT)).toBe(-1);
      }
    }
  });
});
