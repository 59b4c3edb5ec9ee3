import { describe, expect, it } from '@jest/globals';
import { mergeTexts } from '../../../scripts/build/texts';
import { getText } from '../../../test/node/readDialog';
import { draw } from '../../../test/review/drawReview';
import { languages } from '../../schema/language';
import { createSay, say, type TextRef } from '../text/words';

const titleIn = async (language: string, title: TextRef) =>
  getText(draw({ title }, {}, createSay(await mergeTexts(language)))).split('https://')[0];

describe('the title of a review', () => {
  it.each(languages)('keeps a name as it is, not as a sentence begins, in %s', async (language) => {
    const contract = { say: 'calls.belowContract' } as const;
    const call = say('calls.other', { entrypoint: 'mint_all', contract });
    expect(await titleIn(language, call)).toContain('mint_all');
    const domain = say('calls.act.domainMain', { label: 'anna.stark' });
    expect(await titleIn(language, domain)).toContain('anna.stark');
  });

  it('begins with a capital letter if a language begins with what is sent', async () => {
    const what = { say: 'calls.unknownToken' } as const;
    expect(await titleIn('de', say('calls.send', { what }))).toMatch(
      /^Einen unbekannten Token senden/u,
    );
  });
});
