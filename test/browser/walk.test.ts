import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mergeTexts } from '../../scripts/build/texts';
import { languages } from '../../src/schema/language';
import { hands } from '../stage/hands';
import { takeWalk, walkSteps } from '../stage/walk';
import { openWalkStage, openWallet, openWalletExtension, type WalkStage } from '../stage/walkStage';

const MINUTE = 60_000;

/** Known to everyone: each has its own accounts, so that the walks share a chain. */
const phrases = [
  'legal winner thank year wave sausage worth useful legal winner thank yellow',
  'letter advice cage absurd amount doctor acoustic avoid letter advice cage above',
  'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong',
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
];
const walks = [
  { shell: 'program', language: 'en', colorScheme: 'light', operates: 'keyboard' },
  { shell: 'program', language: 'de', colorScheme: 'dark', operates: 'pointer' },
  { shell: 'program', language: 'es', colorScheme: 'light', operates: 'pointer' },
  { shell: 'extension', language: 'de', colorScheme: 'light', operates: 'pointer' },
] as const;
const open = { program: openWallet, extension: openWalletExtension };

let stage: WalkStage;
beforeAll(async () => {
  // Two nodes and eight deployed accounts; a slow machine takes minutes.
  stage = await openWalkStage(phrases);
}, 8 * MINUTE);
afterAll(() => stage?.stop(), MINUTE);

describe('the walks', () => {
  it('speaks every language, each walk with a phrase of its own', () => {
    expect([...new Set(walks.map(({ language }) => language))].sort()).toEqual(
      [...languages].sort(),
    );
    expect(phrases).toHaveLength(walks.length);
  });
});

describe('the module’s page alone, 360 pixels wide, on a real node', () => {
  it.each(walks.map((walk, at) => ({ ...walk, at })))(
    'leads a newcomer from an empty wallet through its whole use: $shell, $language, $colorScheme, by $operates',
    async ({ shell, language, colorScheme, operates, at }) => {
      const walker = stage.walkers[at];
      if (walker === undefined) throw new Error('There are too few phrases.');
      const { page, stop } = await open[shell](stage, walker, { locale: language, colorScheme });
      const pictures = process.env.XNET_WALK_PICTURES;
      try {
        const took: [string, number][] = [];
        const chainUrl = stage.chain.url;
        const texts = await mergeTexts(language);
        await takeWalk(
          { page, hands: hands[operates](page), walker, chainUrl, texts },
          async (name, ms) => {
            took.push([name, ms]);
            if (pictures !== undefined)
              await page.screenshot({
                path: `${pictures}/${shell}-${language}-${took.length}-${name}.png`,
              });
          },
        );
        process.stdout.write(
          `Walk in the ${shell}, ${language}, ms: ${took.map((one) => one.join(' ')).join(', ')}\n`,
        );
        expect(took.map(([name]) => name)).toEqual(walkSteps.map(({ name }) => name));
        expect(took.reduce((sum, [, ms]) => sum + ms, 0)).toBeLessThan(3 * MINUTE);
      } finally {
        await stop();
      }
    },
    4 * MINUTE,
  );
});
