import { describe, expect, it } from '@jest/globals';
import { getShown, namePlaces, spoilt } from '../../../test/messages/namePlaces';
import { refusal } from '../../../test/messages/typedDataExample';
import { fewHostileTexts, findHidden, hiddenCharacters } from '../../../test/random/hostileTexts';
import { RIGHT_TO_LEFT } from '../../schema/primitives';
import { parseTypedData } from './parse';

/** Values are texts; all others stand between quotes or separators in what is hashed. */
const isName = ({ place }: (typeof namePlaces)[number]) => !/domain|text/u.test(place);

describe.each(namePlaces.filter(isName))('$place of typed data (revision $revision)', (one) => {
  // @promise T13.1
  it.each(['a"b', '"a', 'a"', 'a\\b', 'a\\', 'a":"felt","b', '', 'prototype', 'a'.repeat(129)])(
    'refuses an ambiguous or endless name: %s',
    (name) => {
      expect(refusal(spoilt(one, name)).kind).toBe('invalidParams');
    },
  );

  it('accepts a name of 128 characters', () => {
    expect(() => parseTypedData(spoilt(one, 'a'.repeat(128)))).not.toThrow();
  });
});

describe.each(namePlaces)('$place of typed data (revision $revision)', (one) => {
  it('accepts letters of any script that are written from left to right', () => {
    // Values are ASCII alone.
    for (const name of isName(one) ? ['order', 'größe', '価格', 'цена'] : ['order'])
      expect(() => parseTypedData(spoilt(one, name))).not.toThrow();
  });

  // @promise P11.1
  it.each(['amount\u05d0', '\u0627mount', 'a\ufe8et', 'a\u{1ee01}t', 'a\u07c0', 'a\u{10a00}t'])(
    'refuses a letter that is written from right to left: %s',
    (name) => {
      expect(refusal(spoilt(one, name)).kind).toBe('invalidParams');
    },
  );

  // @promise T2.2 P11.1
  it('refuses hidden characters of each kind', () => {
    const kinds = new Map(
      hiddenCharacters.map(({ name, character }) => [name.split(' U+')[0], character]),
    );
    expect(kinds.size).toBeGreaterThan(30);
    for (const character of kinds.values()) {
      const name = `a${character}b`;
      expect([name, getShown(spoilt(one, name))]).toEqual([name, []]);
    }
  });

  // @promise T2.2
  it('shows nothing of a hostile text that hides or turns round', () => {
    for (const text of fewHostileTexts)
      for (const each of getShown(spoilt(one, text))) {
        expect([text, findHidden(each)]).toEqual([text, []]);
        expect(each.search(RIGHT_TO_LEFT)).toBe(-1);
      }
  });
});
