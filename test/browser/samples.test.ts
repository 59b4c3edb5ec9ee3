import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { groups } from '../../dapp/src/methods/groups';
import { scenarios } from '../../dapp/src/scenarios/scenarios';
import { fund } from '../../scripts/start/localChain';
import { listFaults } from '../stage/accessibility';
import { approving, encodeApproval } from '../stage/approvals';
import { listComplaints } from '../stage/complaints';
import { sendForm } from '../stage/form';
import { pathSteps, runStep } from '../stage/mainJob';
import { openStage, type Stage } from '../stage/stage';

const MINUTE = 60_000;
const phone = { width: 390, height: 844 };

let stage: Stage;
let page: Page;
/** Errors that the browsers reported during the guided path. */
let complaints: string[];

beforeAll(async () => {
  stage = await openStage({ blocks: 'transaction', withCompanion: true });
  page = stage.dappPage;
  complaints = listComplaints(page, stage.walletPage);
  await Promise.all([page.reload(), stage.walletPage.reload()]);
  await approving(stage.walletPage, async () => {
    for (const step of pathSteps) await runStep(page, step);
  });
  const shown = page.getByTestId('account-address').first();
  await fund(stage.chain.url, (await shown.getAttribute('data-address')) ?? '', 10n ** 21n);
}, 4 * MINUTE);
afterAll(() => stage?.stop(), MINUTE);

/**
 * Reloads a page of the dapp, as if from an external link, and waits for the account. Without
 * another page in between, which would cost a browser process each time.
 */
const follow = async (hash: string): Promise<void> => {
  await page.goto(new URL(hash, stage.dapp.url).href);
  await page.reload();
  await page.locator('[data-testid="balance"][data-fri]').waitFor({ timeout: MINUTE });
};

describe('the guided path', () => {
  it('leaves no error in the consoles of dapp and wallet', () => {
    expect(complaints).toEqual([]);
  });

  it(
    'sends nothing for a foreign amount that can be read in two ways',
    async () => {
      // In French, a point is neither the decimal mark nor between thousands.
      const storageState = await page.context().storageState();
      const context = await stage.browser.newContext({ locale: 'fr-FR', storageState });
      try {
        const french = await context.newPage();
        await french.goto(stage.dapp.url);
        await french.locator('[data-testid="balance"][data-fri]').waitFor({ timeout: MINUTE });
        await french.getByTestId('send-amount').fill('1.234');
        await french.getByTestId('step-send-run').click();
        const note = french.locator('#send-amount-note');
        await note.filter({ hasText: 'can be read in two ways' }).waitFor();
        expect(await encodeApproval(stage.walletPage).count()).toBe(0);
      } finally {
        await context.close();
      }
    },
    2 * MINUTE,
  );
});

describe('the sample of every form, opened by a link', () => {
  // The wallet API comes first: it acts on the current account, which other samples change.
  it.each([...groups].reverse().flatMap(({ methods }) => methods.map(({ name }) => name)))(
    'works for %s, or says what to fill in first',
    async (name) => {
      await follow(`#/method/${name}`);
      const note = page.getByTestId('method-note');
      if ((await note.count()) > 0) {
        expect(await note.textContent()).toMatch(/fill in|send/iu);
        return;
      }
      const { result } = await approving(stage.walletPage, () => sendForm(page));
      expect(result).toHaveProperty('reply');
    },
    MINUTE,
  );

  it(
    'offers a class of the local chain, and declares it',
    async () => {
      await follow('#/method/xnet_declareContract');
      await page.getByTestId('offer-class').click();
      await page
        .locator('[data-testid="offer-class"]:not([aria-disabled])')
        .waitFor({ timeout: MINUTE });
      const { result } = await approving(stage.walletPage, () => sendForm(page));
      expect(result).toMatchObject({ reply: { class_hash: expect.stringMatching(/^0x/u) } });
    },
    2 * MINUTE,
  );
});

describe('the scenarios', () => {
  const expected: { readonly [id: string]: string } = { malformed: 'error' };
  it.each(scenarios.map(({ id }) => id))(
    'finishes %s by one press',
    async (id) => {
      await follow('#/scenarios');
      const { shown } = await approving(stage.walletPage, async () => {
        await page.getByTestId(`scenario-${id}-run`).click();
        const card = page.getByTestId(`scenario-${id}`);
        await card.and(page.locator('[data-state="reply"], [data-state="error"]')).waitFor({
          timeout: MINUTE,
        });
        expect(await card.getAttribute('data-state')).toBe(expected[id] ?? 'reply');
      });
      expect(shown.length > 0).toBe(id !== 'malformed');
    },
    2 * MINUTE,
  );
});

describe('a page of the dapp', () => {
  it(
    'moves title, focus and scroll along when a link is followed',
    async () => {
      await follow('#/scenarios');
      await page.evaluate(() => window.scrollTo(0, 2_000));
      await page.getByTestId('method-xnet_executeTxn').click();
      await page.locator('#method-title').waitFor();
      const at = await page.evaluate(() => ({
        title: document.title,
        focus: document.activeElement?.id,
        scroll: window.scrollY,
        barTop: document.querySelector('.bar')?.getBoundingClientRect().top,
      }));
      const title = 'xnet_executeTxn · Xnet test dapp';
      expect(at).toEqual({ title, focus: 'main', scroll: 0, barTop: 0 });
    },
    MINUTE,
  );

  it(
    'shows its content within 200 px on a phone, keeps the bar, and folds the menu',
    async () => {
      await page.setViewportSize(phone);
      await follow('#/method/ping');
      const title = await page.locator('#method-title').boundingBox();
      expect((title?.y ?? 1_000) + (title?.height ?? 0)).toBeLessThan(200);
      const menu = page.getByRole('button', { name: 'Menu' });
      await menu.click();
      await page.getByLabel('Find a method').fill('private key');
      expect(await page.locator('nav [data-testid^="method-"]').count()).toBe(1);
      await page.getByTestId('method-xnet_displayPrivateKey').click();
      await page.locator('#method-title', { hasText: 'displayPrivateKey' }).waitFor();
      // The menu collapses after the page is drawn.
      await page.locator('nav').waitFor({ state: 'hidden' });
      await page.evaluate(() => window.scrollTo(0, 5_000));
      expect(await page.getByTestId('network').isVisible()).toBe(true);
      expect((await page.getByTestId('network').boundingBox())?.y).toBeLessThan(100);
      await page.setViewportSize({ width: 1280, height: 720 });

      const newcomer = await stage.browser.newPage({ viewport: phone });
      await newcomer.goto(stage.dapp.url);
      await newcomer.getByTestId('step-connect').waitFor();
      expect(await newcomer.locator('.bar .quiet:visible').count()).toBe(0);
      await newcomer.close();
    },
    MINUTE,
  );

  it(
    'puts the focus into JSON that cannot be read',
    async () => {
      await follow('#/run?method=ping&params=%7B');
      await page.getByTestId('method-send').click();
      await page.getByText('This is not JSON').waitFor();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('run-params');
    },
    MINUTE,
  );

  it.each(['#/', '#/scenarios', '#/method/xnet_declareContract', '#/run'])(
    'passes the accessibility check at %s',
    async (hash) => {
      await follow(hash);
      expect(await listFaults(page)).toEqual([]);
    },
    2 * MINUTE,
  );

  it(
    'offers Connect once the wallet has disconnected it',
    async () => {
      await follow('#/');
      const { walletPage } = stage;
      await walletPage.getByTestId('tab-wallet').click();
      await walletPage.locator('[data-action="disconnect"]').first().click();
      await page.getByTestId('dropped').waitFor({ timeout: MINUTE });
      expect(await page.getByTestId('account-address').count()).toBe(0);
      await approving(walletPage, async () => {
        await page.getByTestId('connect').click();
        await page.getByTestId('account-address').first().waitFor({ timeout: MINUTE });
      });
    },
    2 * MINUTE,
  );
});
