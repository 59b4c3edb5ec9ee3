import { beforeAll, describe, expect, it } from '@jest/globals';
import { hiddenIn, hostileTexts } from '../../../test/random/hostileTexts';
import { hostilePages, stringsOf } from '../../../test/review/hostilePages';
import { english } from '../../../test/wallet/openDoor';
import { type Say, sayIn } from '../text/words';

let say: Say;
beforeAll(async () => {
  say = sayIn(await english());
});

describe('the home page', () => {
  it('makes five hundred hostile texts visible wherever a stranger may have put one', () => {
    for (const text of hostileTexts)
      for (const facts of hostilePages(text))
        expect([...new Set(stringsOf(facts, say))].flatMap(hiddenIn)).toEqual([]);
  });
});
