import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { buildDapp, type RunningDapp, startDapp } from '../../scripts/start/dapp';
import { launchBrowser } from '../stage/launchBrowser';

const MINUTE = 60_000;

let dapp: RunningDapp;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  await buildDapp();
  dapp = await startDapp({ walletUrl: 'none' });
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1000, height: 500 } })).newPage();
}, 3 * MINUTE);
afterAll(async () => {
  await browser?.close();
  await dapp?.stop();
}, MINUTE);

const isScrolledTo = (wanted: number) =>
  page.waitForFunction((top) => Math.abs(scrollY - top) < 2, wanted, { timeout: 10_000 });
const follow = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
const scrollDown = async (top: number) => {
  await page.evaluate((to) => scrollTo(0, to), top);
  await isScrolledTo(top);
};

describe('a turn of the dapp’s page', () => {
  it(
    'begins at the top after a link, and at its last place after Back and Forward',
    async () => {
      await page.goto(dapp.url);
      await page.getByTestId('step-connect').waitFor();
      await scrollDown(300);
      await follow('Scenarios');
      await page.getByTestId('scenario-transfer').waitFor();
      await isScrolledTo(0);
      await scrollDown(120);
      await follow('Start here');
      await isScrolledTo(0);
      await page.goBack();
      await isScrolledTo(120);
      expect(await page.title()).toContain('Scenarios');
      await page.goBack();
      await isScrolledTo(300);
      await page.goForward();
      await isScrolledTo(120);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    },
    MINUTE,
  );
});

describe('the dapp in forced colors', () => {
  it(
    'distinguishes what has happened from what has not by more than colors',
    async () => {
      await page.emulateMedia({ forcedColors: 'active' });
      await page.goto(dapp.url);
      const looks = ['ahead', 'past', 'good', 'bad'];
      await page.locator('.bar .dots li .dot').nth(3).waitFor();
      const { ink, fillings } = await page.locator('.bar .dots li').evaluateAll((dots, given) => {
        const fillings = given.map((look, at) => {
          dots[at]?.setAttribute('data-look', look);
          const dot = dots[at]?.querySelector('.dot');
          return dot ? getComputedStyle(dot).backgroundColor : null;
        });
        return { ink: getComputedStyle(document.body).color, fillings };
      }, looks);
      const [ahead, ...happened] = fillings;
      expect(ahead).not.toBe(ink);
      expect(happened).toEqual([ink, ink, ink]);
    },
    MINUTE,
  );
});
