import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { buildDapp, type RunningDapp, startDapp } from '../../scripts/start/dapp';
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

async function openPage(options: BrowserContextOptions, script?: () => void): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  if (script) await page.addInitScript(script);
  await page.goto(dapp.url);
  return page;
}

describe('a page of the dapp', () => {
  it(
    'fits a phone and a screen, without a fault of accessibility',
    async () => {
      const page = await openPage({ locale: 'de-CH' });
      await page.getByTestId('step-connect').waitFor();
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
        expect([hash, await listFaults(page, true)]).toEqual([hash, []]);
      }
      await page.context().close();
    },
    2 * MINUTE,
  );

  it(
    'shows a menu of which a phone reaches every link',
    async () => {
      const page = await openPage({ viewport: { width: 360, height: 740 } });
      await page.locator('.menu').click();
      const links = page.locator('#pages a');
      // A trial scrolls to the link and finds out whether a press would meet it.
      for (const link of [links.last(), links.first()])
        await link.click({ trial: true, timeout: 10_000 });
      await page.context().close();
      expect(await page.isClosed()).toBe(true);
    },
    MINUTE,
  );

  it('appears if the browser reports no language tag, as under LANG=C', async () => {
    const page = await openPage({}, () => {
      for (const [name, value] of Object.entries({ language: 'C', languages: ['C'] }))
        Object.defineProperty(navigator, name, { get: () => value });
    });
    await page.getByTestId('step-connect').waitFor();
    expect(await page.evaluate(() => navigator.language)).toBe('C');
    await page.context().close();
  });

  it('says what failed, with a way on, if it cannot be drawn', async () => {
    const page = await openPage({}, () => {
      const draw = String.prototype.split;
      String.prototype.split = function split(this: string, ...args: unknown[]) {
        if (window.location.hash === '#/scenarios') throw new Error('No drawing here.');
        return (draw as (...args: unknown[]) => string[]).apply(this, args);
      } as typeof draw;
    });
    await page.getByTestId('step-connect').waitFor();
    await page.goto(new URL('#/scenarios', dapp.url).href);
    await page.getByText('No drawing here.').waitFor();
    await page.getByRole('button', { name: 'Start here' }).click();
    await page.getByTestId('step-connect').waitFor();
    expect(page.url()).toMatch(/#\/$/u);
    await page.context().close();
  });
});
