import { beforeAll, describe, it } from '@jest/globals';
import { assertJSXElement } from '@metamask/snaps-sdk/jsx';
import fc from 'fast-check';
import { hostileTexts } from '../../test/random/hostileTexts';
import { expectHarmless, hostileDialogs } from '../../test/review/hostileDialogs';
import { english } from '../../test/wallet/openDialogs';
import { createSay, type Say } from './text/words';

let say: Say;
beforeAll(async () => {
  say = createSay(await english());
});

describe('every dialog', () => {
  // @promise T2.1
  it('shows no hidden character of five hundred hostile texts, in any place', () => {
    for (const text of hostileTexts) expectHarmless(text, say);
    for (const text of hostileTexts.slice(0, 20))
      hostileDialogs(text, say).forEach(assertJSXElement);
  });

  it('shows none of any text at all', () => {
    const anyText = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(anyText, (text) => expectHarmless(text, say)),
      { numRuns: 100 },
    );
  });
});
