import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { readTexts, textFolders } from '../../scripts/build/texts';
import { buildDapp, type RunningDapp, startDapp } from '../../scripts/start/dapp';
import { languages } from '../../src/schema/language';
import { listFaults } from '../stage/accessibility';
import { launchBrowser } from '../stage/launchBrowser';

const MINUTE = 60_000;
const pages = [
  '#/',
  '#/scenarios',
  '#/batteries',
  '#/batteries/hostile',
  '#/method/xnet_executeTxn',
  '#/run',
  '#/gas',
];

let dapp: RunningDapp;
let browser: Browser;
beforeAll(async () => {
  await buildDapp();
  dapp = await startDapp({ walletUrl: 'none' });
  browser = await launchBrowser();
}, 3 * MINUTE);
afterAll(async () => {
  await browser?.close();
  await dapp?.stop();
}, MINUTE);

async function openIn(locale: string): Promise<Page> {
  const page = await (await browser.newContext({ locale })).newPage();
  await page.goto(dapp.url);
  await page.getByTestId('step-connect').waitFor();
  return page;
}
const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);
/** The page's text, without what it marks as English: the module's own words. */
const ownTextOf = (page: Page) =>
  page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement;
    for (const marked of copy.querySelectorAll('[lang="en"]')) marked.remove();
    return copy.textContent ?? '';
  });
const titleOf = (page: Page) => page.locator('h1').first().textContent();

describe('the dapp’s language', () => {
  it.each([
    ['de-CH', 'de', 'Hier beginnen'],
    ['es-MX', 'es', 'Empieza aquí'],
    ['fr', 'en', 'Start here'],
  ])('follows a browser of %s: it is %s', async (locale, language, title) => {
    const page = await openIn(locale);
    expect([await languageOf(page), await titleOf(page)]).toEqual([language, title]);
    expect(await page.title()).toContain(title);
    await page.context().close();
  });

  it(
    'changes at once by a choice beside the pages, and stays after a reload',
    async () => {
      const page = await openIn('en-US');
      await page.getByTestId('step-connect').getByText('Pick the wallet').waitFor();
      await page.getByTestId('language').selectOption('Deutsch');
      await page.getByTestId('step-connect').getByText('Wählen Sie die Wallet').waitFor();
      await page.reload();
      await page.getByTestId('step-connect').getByText('Wählen Sie die Wallet').waitFor();
      expect(await languageOf(page)).toBe('de');
      await page.getByTestId('language').selectOption('English');
      await page.getByText('Start here').first().waitFor();
      expect(await languageOf(page)).toBe('en');
      await page.context().close();
    },
    MINUTE,
  );

  it.each(languages)(
    'names the choice, in a menu of which a phone reaches every link: %s',
    async (language) => {
      const page = await openIn(language);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.locator('.menu').click();
      const { 'page.language': name = '' } = await readTexts(language, textFolders.dapp);
      expect(await page.locator('#pages').getByLabel(name, { exact: true }).isVisible()).toBe(true);
      const links = page.locator('#pages a');
      // A trial scrolls to the link and finds out whether a press would meet it.
      for (const link of [links.last(), links.first()])
        await link.click({ trial: true, timeout: 10_000 });
      await page.context().close();
    },
    MINUTE,
  );

  it.each(languages.filter((language) => language !== 'en'))(
    'leaves no English text on a page in %s, fits a phone, and has no fault of accessibility',
    async (language) => {
      const page = await openIn(language);
      const [own, english] = await Promise.all(
        [language, 'en'].map((name) => readTexts(name, textFolders.dapp)),
      );
      const foreign = Object.entries(english ?? {}).flatMap(([name, text]) =>
        text !== own?.[name] && text.includes(' ') && !text.includes('{') ? text : [],
      );
      for (const hash of pages) {
        await page.goto(new URL(hash, dapp.url).href);
        await page.locator('h1').first().waitFor();
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 740 });
          const { clientWidth, scrollWidth } = await page.evaluate(() => ({
            clientWidth: document.documentElement.clientWidth,
            scrollWidth: document.documentElement.scrollWidth,
          }));
          expect([hash, width, scrollWidth]).toEqual([hash, width, clientWidth]);
        }
        const drawn = await ownTextOf(page);
        expect([hash, foreign.filter((text) => drawn.includes(text))]).toEqual([hash, []]);
        expect([hash, await listFaults(page, true)]).toEqual([hash, []]);
      }
      await page.context().close();
    },
    2 * MINUTE,
  );
});
