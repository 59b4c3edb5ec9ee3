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
    'begins at the top after a link, and after Back and Forward where the page was left',
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
