import { beforeAll, describe, expect, it } from '@jest/globals';
import { findHidden, hostileTexts } from '../../../test/random/hostileTexts';
import { hostilePages, listStrings } from '../../../test/review/hostilePages';
import { english } from '../../../test/wallet/openDialogs';
import { createSay, type Say } from '../text/words';

let say: Say;
beforeAll(async () => {
  say = createSay(await english());
});

describe('the home page', () => {
  it('makes five hundred hostile texts visible wherever a stranger may have put one', () => {
    for (const text of hostileTexts)
      for (const facts of hostilePages(text))
        expect([...new Set(listStrings(facts, say))].flatMap(findHidden)).toEqual([]);
  });
});
