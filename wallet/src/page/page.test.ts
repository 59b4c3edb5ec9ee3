import { describe, expect, it } from '@jest/globals';
import { dappStage } from '../../test-module/dappStage';

const stage = dappStage();

describe('the provider', () => {
  // @row detection
  it('announces name, reverse domain, icon and UUID', async () => {
    expect(await stage.dapp.evaluate('found[0].info')).toEqual({
      name: 'Xnet developer wallet',
      rdns: 'org.xnet.developer-wallet',
      icon: expect.stringMatching(/^data:image\/svg\+xml,/),
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/),
    });
  });

  it('opens the wallet’s page once, in which the user installs and confirms', async () => {
    const opened = stage.context.waitForEvent('page');
    await stage.dapp.click('#connect');
    const page = await opened;
    for (const type of ['wallet_requestPermissions', 'wallet_installSnap']) {
      const card = page.locator(`[data-testid=approval][data-type=${type}]`);
      expect(await card.getAttribute('data-origin')).toBe(stage.dappUrl);
      await card.getByTestId('approve').click();
    }
    expect(await stage.answerOf('connect')).toMatchObject({ result: { 'npm:@xnet/module': {} } });
    await page.locator('[data-type=wallet_installSnapResult]').getByTestId('approve').click();

    await stage.dapp.click('#confirm');
    const dialog = page.locator('[data-type="snap_dialog:confirmation"]');
    expect(await dialog.textContent()).toContain(`Asked by ${stage.dappUrl}: pay`);
    expect(stage.context.pages()).toHaveLength(2);
    await dialog.getByTestId('reject').click();
    expect(await stage.answerOf('confirm')).toEqual({ result: false });
    await dialog.waitFor({ state: 'detached' });
  }, 60_000);

  it('lets the dapp show a link if the browser does not open the page', async () => {
    await stage.dapp.evaluate('window.open = () => null');
    await stage.dapp.click('#connect');
    await stage.dapp.waitForFunction('pendings.length > 0');
    expect(await stage.dapp.evaluate('pendings[0]')).toBe(`${stage.wallet.url}/`);
    await stage.wallet.answer('wallet_requestPermissions', false);
    expect(await stage.answerOf('connect')).toMatchObject({ error: { code: 4001, isError: true } });
  }, 60_000);

  it('explains to a page without an origin, such as a sandboxed frame, that it has to be served', async () => {
    const frame = `<script src="${stage.wallet.url}/provider.js"></script><script>
      addEventListener('eip6963:announceProvider', ({ detail }) =>
        detail.provider.request({ method: 'wallet_getModules' })
          .catch(({ code, message }) => parent.postMessage([code, message], '*')));
      dispatchEvent(new Event('eip6963:requestProvider'));
    </script>`;
    const told = await stage.dapp.evaluate(
      (srcdoc) =>
        new Promise((tell) => {
          addEventListener('message', ({ data }) => tell(data), { once: true });
          const place = Object.assign(document.createElement('iframe'), { srcdoc });
          place.setAttribute('sandbox', 'allow-scripts');
          document.body.append(place);
        }),
      frame,
    );
    expect(told).toEqual([4900, expect.stringContaining('serve it by http')]);
  }, 60_000);

  it('throws the module’s errors, and 4900 when the wallet is gone', async () => {
    await stage.wallet.connect(stage.dappUrl);
    await stage.dapp.evaluate("invoke('fail')");
    expect(await stage.answerOf('fail')).toEqual({
      error: {
        code: -32055,
        message: 'Not enough funds.',
        data: { kind: 'insufficientFunds' },
        isError: true,
      },
    });
    await stage.wallet.kill();
    await stage.dapp.evaluate("invoke('ping')");
    expect(await stage.answerOf('ping')).toMatchObject({ error: { code: 4900 } });
  }, 60_000);
});

describe('a dialog', () => {
  it('draws every component, and gives the module what was filled in', async () => {
    const page = await stage.openWalletPage();
    await stage.dapp.evaluate("void invoke('gallery')");
    const card = page.locator('[data-testid=approval]');
    await card.waitFor();
    expect(await card.locator('.unknown').count()).toBe(0);
    expect(await card.textContent()).not.toContain('the secret word');
    await card.locator('[data-reveal]').click();
    expect(await card.textContent()).toContain('the secret word');

    const field = (name: string) => card.locator(`[data-field=${name}]`);
    expect(await card.locator('[aria-invalid=true]').all()).toHaveLength(1);
    expect(await field('amount').getAttribute('aria-invalid')).toBe('true');
    await field('amount').fill('42');
    await field('speed').selectOption('fast');
    await card.getByLabel('ETH').check();
    await card.getByLabel('Account 2').check();
    await field('recipient').fill('0x123');
    await field('when').fill('2026-12-01T10:00');
    const buffer = Buffer.from('{}');
    await field('file').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer });
    await field('remember').check();
    await card.locator('button[data-name=go]').click();
    expect(await stage.answerOf('gallery')).toEqual({
      result: {
        amount: '42',
        speed: 'fast',
        token: 'eth',
        account: 'two',
        recipient: 'starknet:SN_SEPOLIA:0x123',
        when: new Date('2026-12-01T10:00').toISOString(),
        file: { name: 'a.json', size: 2, contentType: 'application/json', contents: 'e30=' },
        remember: true,
        hidden: false,
      },
    });
  }, 60_000);

  it('ends at a gap between components, as the page of a user’s wallet does', async () => {
    const page = await stage.openWalletPage();
    await stage.dapp.evaluate("void invoke('gap')");
    const card = page.locator('[data-testid=approval]');
    await card.getByText('ends the whole page').waitFor();
    expect(await card.textContent()).not.toContain('Before the gap');
  }, 60_000);

  it('keeps the text and the focus of a field while the module draws it again', async () => {
    const page = await stage.openWalletPage();
    await stage.dapp.evaluate("void invoke('live')");
    const note = page.locator('[data-field=text]');
    await note.pressSequentially('hello wor');
    await page.evaluate("document.querySelector('[data-name=more]').click()");
    await note.pressSequentially('ld, and more');
    await page.getByText('Drawn again 1 times').waitFor();
    expect(await note.inputValue()).toBe('hello world, and more');
    expect(await page.evaluate('document.activeElement.dataset.field')).toBe('text');
    await note.press('Enter');
    expect(await stage.answerOf('live')).toEqual({ result: { text: 'hello world, and more' } });
  }, 60_000);

  it('shows text of the module as text, never as markup', async () => {
    const page = await stage.openWalletPage();
    const text = '<img src=x onerror=alert(1)><b>bold</b>';
    await stage.dapp.evaluate(`void invoke('confirm', { text: ${JSON.stringify(text)} })`);
    const card = page.locator('[data-testid=approval]');
    expect(await card.textContent()).toContain(text);
    expect(await card.locator('img, b').count()).toBe(0);
  }, 60_000);
});
