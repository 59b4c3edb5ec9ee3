import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { listFaults } from '../../../test/stage/accessibility';
import { dappStage } from '../../test-module/dappStage';
import { buildTestModule } from '../../test-module/walletProcess';

const stage = dappStage();

/** Rows of buttons, as the module's lists are, each button once. */
const rowsOfButtons = fc
  .shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f'], { minLength: 3 })
  .chain((names) =>
    fc
      .array(fc.integer({ min: 0, max: 2 }), { minLength: names.length, maxLength: names.length })
      .map((rows) => [0, 1, 2].map((row) => names.filter((_, at) => rows[at] === row))),
  );

/** A drawing as it goes to the wallet. */
const element = (type: string, props: object) => ({ type, props, key: null });
const listOf = (rows: readonly (readonly string[])[]) =>
  element('Box', {
    children: rows.map((names) =>
      element('Box', {
        children: names.map((name) => element('Button', { name, children: name })),
      }),
    ),
  });

describe('the page', () => {
  it('shows time and outcome of each request without scrolling, and what was said on opening it', async () => {
    const page = await stage.openWalletPage();
    await page.setViewportSize({ width: 420, height: 800 });
    await stage.wallet.invoke('ping', { note: 'asked' }, stage.dappUrl);
    await stage.wallet.invoke('fail', undefined, stage.dappUrl);
    await page.getByTestId('tab-activity').click();
    const rows = page.getByTestId('requests').locator('li');
    await rows.nth(1).locator('button.request').press('Enter');
    await page.getByText('"note": "asked"').first().waitFor();
    expect(await rows.nth(1).locator('pre').allTextContents()).toEqual([
      expect.stringContaining('"note": "asked"'),
      expect.stringContaining('"build": "one"'),
    ]);
    await rows.nth(0).locator('button').click();
    await page.getByText('insufficientFunds').waitFor();
    const failed = rows.nth(0);
    expect(await failed.textContent()).toMatch(/fail.*error -32055.*\d\d:\d\d:\d\d.*ms/u);
    const { width } = (await failed.locator('.outcome').boundingBox()) ?? { width: 0 };
    expect(width).toBeGreaterThan(0);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).toBe(0);
    await rows.nth(1).locator('button.request').press('Enter');
    await rows.nth(1).locator('pre').first().waitFor({ state: 'detached' });
  }, 60_000);

  it('breaks its tabs into lines if there is little room', async () => {
    const page = await stage.openWalletPage();
    await page.setViewportSize({ width: 210, height: 800 });
    await page.getByTestId('tab-wallet').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(210);
  }, 60_000);

  it('scrolls nothing sideways if dialog and module’s page are as wide as the page', async () => {
    const page = await stage.openWalletPage();
    await page.setViewportSize({ width: 360, height: 600 });
    // As where a scroll bar takes 15 of the 360 pixels.
    await page.evaluate('void (document.documentElement.style.width = "345px")');
    const asked = stage.wallet.invoke('question', { text: 'x'.repeat(300) }, stage.dappUrl);
    await page.getByTestId('open-home').click();
    await page.locator('.page .interface').waitFor();
    await page.locator('[data-type="snap_dialog"]').waitFor();
    const sides = await page.evaluate(
      '[document.documentElement, ...document.querySelectorAll(".popup")].map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right])',
    );
    expect(sides).toEqual([
      [0, 345],
      [0, 345],
      [0, 345],
    ]);
    await page.getByTestId('reject').click();
    expect(await asked).toEqual({ result: null });
  }, 60_000);

  it('draws dialogs as wide as the page if the user wants that, and remembers it', async () => {
    const page = await stage.openWalletPage();
    await page.setViewportSize({ width: 900, height: 800 });
    await page.getByTestId('open-home').click();
    const popup = page.locator('.page.popup');
    await popup.waitFor();
    const width = async () => (await popup.boundingBox())?.width;
    expect(await width()).toBe(400);
    await page.getByTestId('tab-wallet').click();
    await page.getByTestId('wide').click();
    expect(await page.getByTestId('wide').getAttribute('aria-pressed')).toBe('true');
    await page.getByTestId('tab-module').click();
    expect(await width()).toBeGreaterThan(500);
    await page.reload();
    await popup.waitFor();
    expect(await width()).toBeGreaterThan(500);
    await page.getByTestId('tab-wallet').click();
    await page.getByTestId('wide').click();
    await page.getByTestId('tab-module').click();
    expect(await width()).toBe(400);
  }, 60_000);

  it('begins a request’s name beside its mark, however long it is', async () => {
    const page = await stage.openWalletPage();
    await page.setViewportSize({ width: 320, height: 800 });
    const name = 'xnet_'.padEnd(60, 'upgrade');
    await stage.wallet.invoke(name, undefined, stage.dappUrl);
    await page.getByTestId('tab-activity').click();
    const method = page.locator('.request .method', { hasText: name });
    const [first, box] = await method.evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return [text, element].map((part) => part.getClientRects()[0]?.top ?? Number.NaN);
    });
    expect(first).toBeCloseTo(box ?? Number.NaN, -1);
  }, 60_000);

  it('marks the tab in use in forced colors, too', async () => {
    const page = await stage.openWalletPage();
    await page.emulateMedia({ forcedColors: 'active' });
    const lines = await page
      .locator('.tabs button')
      .evaluateAll((buttons) => buttons.map((each) => getComputedStyle(each).borderBottomColor));
    expect(lines).toHaveLength(3);
    expect(lines[1]).toBe(lines[2]);
    expect(lines[0]).not.toBe(lines[1]);
  }, 60_000);

  it('gives a new request the focus, counts those that wait, and takes Escape for a refusal', async () => {
    const page = await stage.openWalletPage();
    await page.getByTestId('tab-wallet').focus();
    await stage.dapp.evaluate("void invoke('confirm', { text: 'pay Alice' })");
    await page.getByText('pay Alice').waitFor();
    const inFocus = (selector: string) => page.locator(`${selector}:focus`).waitFor();
    await inFocus('[data-type="snap_dialog:confirmation"]');
    await stage.dapp.evaluate(
      "void ask('second', 'wallet_invokeModule', { moduleId, request: { method: 'question', params: { text: 'pay Bob' } } })",
    );
    await page.getByTestId('waiting').waitFor();
    expect(await page.getByTestId('waiting').textContent()).toContain('2');
    await page.keyboard.press('Escape');
    await page.getByText('pay Alice').waitFor({ state: 'detached' });
    expect(await stage.answerOf('confirm')).toEqual({ result: false });
    await inFocus('[data-type="snap_dialog"]');
    await page.keyboard.press('Escape');
    expect(await stage.answerOf('second')).toEqual({ result: null });
    await inFocus('[data-testid=tab-wallet]');
  }, 60_000);

  it('keeps the focus on a button that is at work, and in the part whose button went away', async () => {
    const page = await stage.openWalletPage();
    const inFocus = (selector: string) => page.locator(`${selector}:focus`).waitFor();
    await stage.dapp.evaluate("void invoke('live')");
    const [card, other] = [page.getByTestId('approval'), page.getByTestId('module-page')];
    await card.locator('[data-name=wait]').press('Enter');
    await card.locator('[data-name=wait][aria-busy]').waitFor();
    await inFocus('[data-name=wait]');
    await page.keyboard.press('Enter');
    await card.locator('[data-name=done]').press('Enter');
    await card.locator('[data-name=done]').waitFor({ state: 'detached' });
    await inFocus('[data-testid=approval]');
    expect(await card.textContent()).toContain('Drawn again 2 times');
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });

    await page.getByTestId('open-home').click();
    await other.locator('[data-name=done]').press('Enter');
    await other.locator('[data-name=done]').waitFor({ state: 'detached' });
    await inFocus('[data-testid=module-page]');
    await page.getByTestId('closePage').press('Enter');
    await inFocus('section.tab');
  }, 60_000);

  it('keeps the focus on a button wherever the module draws it again, and in the part without it', async () => {
    const draw = (rows: readonly string[][]) =>
      stage.wallet.invoke('draw', { place: 'page', tree: listOf(rows) }, stage.dappUrl);
    const page = await stage.openWalletPage();
    await draw([['first']]);
    await page.getByTestId('open-home').click();
    await page.locator('[data-name=first]').waitFor();
    let moved = 0;
    let gone = 0;
    for (const [index, [oldRows, newRows]] of fc
      .sample(fc.tuple(rowsOfButtons, rowsOfButtons), { numRuns: 40, seed: 7 })
      .entries()) {
      await draw([[`before${index}`], ...oldRows]);
      await page.locator(`[data-name=before${index}]`).waitFor();
      const focused = oldRows.flat()[index % oldRows.flat().length] ?? '';
      await page.locator(`[data-name=${focused}]`).focus();
      await draw([[`after${index}`], ...newRows]);
      await page.locator(`[data-name=after${index}]`).waitFor();
      const isThere = newRows.flat().includes(focused);
      const { name, testid } = await page.evaluate(() => ({
        ...(document.activeElement as HTMLElement).dataset,
      }));
      expect(name ?? testid).toBe(isThere ? focused : 'module-page');
      if (isThere) moved += 1;
      else gone += 1;
    }
    expect(moved).toBeGreaterThan(5);
    expect(gone).toBeGreaterThan(5);
  }, 60_000);

  it('notes on a request that the page which asked is closed', async () => {
    const page = await stage.openWalletPage();
    await stage.dapp.evaluate("void invoke('confirm', { text: 'pay' })");
    const card = page.getByTestId('approval');
    await card.waitFor();
    expect(await card.textContent()).not.toContain('is closed');
    await stage.dapp.close();
    await card.getByText('The page that asked is closed').waitFor();
    expect(await card.textContent()).toContain('later requests may be waiting behind it');
  }, 60_000);

  it('notes it on the one request whose page is closed, while another page waits for its own', async () => {
    const page = await stage.openWalletPage();
    await stage.dapp.evaluate("void invoke('confirm', { text: 'first' })");
    const card = (text: string) => page.getByTestId('approval').filter({ hasText: text });
    await card('first').waitFor();
    const other = await stage.context.newPage();
    await other.goto(stage.dappUrl);
    await other.waitForFunction('found.length > 0');
    await other.evaluate("void invoke('question', { text: 'second' })");
    await card('second').waitFor();
    await stage.dapp.close();
    await card('first').getByText('The page that asked is closed').waitFor();
    expect(await card('second').textContent()).not.toContain('is closed');
  }, 60_000);

  it('notes on a dialog that the module was ended while it was open, and lets it be closed', async () => {
    const page = await stage.openWalletPage();
    await stage.dapp.evaluate("void invoke('gallery')");
    const card = page.getByTestId('approval');
    await card.locator('[data-name]').first().waitFor();
    await stage.dapp.evaluate("void invoke('reject')");
    await card.getByText('This request is over').waitFor();
    expect(await stage.answerOf('gallery')).toMatchObject({ error: { code: -32603 } });
    expect(await card.locator('[data-name]').count()).toBe(0);
    expect(await listFaults(page)).toEqual([]);
    await card.getByRole('button').click();
    await card.waitFor({ state: 'detached' });
    await stage.dapp.evaluate("void invoke('confirm', { text: 'once more' })");
    await card.getByText('once more').waitFor();
    expect(await card.textContent()).not.toContain('This request is over');
  }, 60_000);

  it('shows version and checksum of the module before it is installed', async () => {
    const page = await (await stage.browser.newContext()).newPage();
    await page.goto(stage.wallet.url);
    await stage.dapp.evaluate('void connect()');
    await page.getByTestId('approve').click();
    const card = page.locator('[data-type=wallet_installSnap]');
    await card.getByText('0.1.0').waitFor();
    const { source } = JSON.parse(
      await readFile(join(stage.folder, 'module', 'snap.manifest.json'), 'utf8'),
    );
    expect(await card.textContent()).toContain(source.shasum);
  }, 60_000);

  it('shows version and checksum of the build that a site has it updated to', async () => {
    const page = await stage.openWalletPage();
    const folder = join(stage.folder, 'module');
    buildTestModule(folder, 'two', '0.2.0');
    try {
      await stage.dapp.evaluate(
        "void ask('update', 'wallet_requestModules', { [moduleId]: { version: '0.2.0' } })",
      );
      const card = page.locator('[data-type=wallet_updateSnap]');
      const { source } = JSON.parse(await readFile(join(folder, 'snap.manifest.json'), 'utf8'));
      await card.getByText(source.shasum).waitFor();
      expect(await card.textContent()).toContain('0.2.0');
      await card.getByTestId('approve').click();
      expect(await stage.answerOf('update')).toMatchObject({
        result: { 'npm:@xnet/module': { version: '0.2.0' } },
      });
    } finally {
      buildTestModule(folder, 'one');
    }
  }, 60_000);
});
