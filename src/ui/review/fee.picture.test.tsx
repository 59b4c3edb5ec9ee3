import { beforeAll, describe, expect, it } from '@jest/globals';
import { assertJSXElement } from '@metamask/snaps-sdk/jsx';
import { getText } from '../../../test/node/readDialog';
import { english } from '../../../test/wallet/openDialogs';
import { createSay, type Say } from '../text/words';
import { drawBars, FeePicture } from './fee';

let say: Say;
beforeAll(async () => {
  say = createSay(await english());
});

describe('the picture of base fees', () => {
  it('draws a bar for each value, as high as it is, within the picture', () => {
    const heights = [...drawBars([0, 0.5, 1, 7, -1]).matchAll(/<rect .*?height="(\d+)"/gu)];
    expect(heights.map(([, height]) => Number(height))).toEqual([1, 16, 32, 32, 1]);
    expect(drawBars([])).toContain('<svg');
  });

  it.each([
    [68, 'Ethereum is calm: its base fee is lower than in 68 % of the last 500 blocks.'],
    [
      40,
      'Ethereum is as busy as usual: its base fee is lower than in 40 % of the last 500 blocks.',
    ],
    [3, 'Ethereum is busy: its base fee is lower than in only 3 % of the last 500 blocks.'],
  ])('explains what %d % mean', (lowerThan, sentence) => {
    const drawn = <FeePicture l1={{ lowerThan, blocks: 500, picture: [0.5, 1] }} say={say} />;
    assertJSXElement(drawn);
    expect(getText(drawn)).toContain(sentence);
  });
});
