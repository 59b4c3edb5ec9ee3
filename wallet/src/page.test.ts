import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../scripts/machine.mjs';
import { buildTestModule, startWallet, type WalletProcess } from '../test-module/walletProcess';

// What a dapp's page does: find the wallet by EIP-6963 and ask it. `ask` keeps each answer.
const dappScript = `
  const found = [], answers = {}, pendings = [];
  addEventListener('eip6963:announceProvider', ({ detail }) => found.push(detail));
  addEventListener('xnet:approvalPending', ({ detail }) => pendings.push(detail.url));
  dispatchEvent(new Event('eip6963:requestProvider'));
  const moduleId = 'npm:@xnet/module';
  function ask(name, method, params) {
    return found[0].provider.request({ method, params }).then(
      (result) => { answers[name] = { result }; },
      (error) => {
        const { code, message, data } = error;
        answers[name] = { error: { code, message, data, isError: error instanceof Error } };
      },
    );
  }
  const connect = () => ask('connect', 'wallet_requestModules', { [moduleId]: {} });
  const invoke = (method, params) =>
    ask(method, 'wallet_invokeModule', { moduleId, request: { method, params } });
`;
const buttons = `
  <button id="connect" onclick="connect()">Connect</button>
  <button id="confirm" onclick="invoke('confirm', { text: 'pay' })">Confirm</button>
`;

let folder: string;
let server: Server;
let dappUrl: string;
let browser: Browser;
let wallet: WalletProcess;
let context: BrowserContext;
let dapp: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  buildTestModule(join(folder, 'module'), 'one');
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    const head = `<script src="${wallet.url}/provider.js"></script><script>${dappScript}</script>`;
    response.end(`<!doctype html><title>Dapp</title>${head}${buttons}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  dappUrl = `http://127.0.0.1:${port}`;
  browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  wallet = await startWallet(join(folder, 'module'), await mkdtemp(join(folder, 'data-')));
  context = await browser.newContext();
  dapp = await context.newPage();
  await dapp.goto(dappUrl);
  await dapp.waitForFunction('found.length > 0');
}, 60_000);

afterEach(async () => {
  await context.close();
  await wallet.stop();
});

async function answerOf(name: string): Promise<unknown> {
  await dapp.waitForFunction(`answers.${name} !== undefined`);
  return dapp.evaluate(`answers.${name}`);
}

/** Connects the dapp over HTTP and opens the wallet's page. */
async function openWalletPage(): Promise<Page> {
  await wallet.connect(dappUrl);
  const page = await (await browser.newContext()).newPage();
  await page.goto(wallet.url);
  await page.getByTestId('tab-module').waitFor();
  return page;
}

describe('the provider', () => {
  it('is announced by name, reverse domain, icon and UUID', async () => {
    expect(await dapp.evaluate('found[0].info')).toEqual({
      name: 'Xnet developer wallet',
      rdns: 'org.xnet.developer-wallet',
      icon: expect.stringMatching(/^data:image\/svg\+xml,/),
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/),
    });
  });

  it('opens the wallet’s page once, in which the user installs and confirms', async () => {
    const opened = context.waitForEvent('page');
    await dapp.click('#connect');
    const page = await opened;
    for (const type of ['wallet_requestPermissions', 'wallet_installSnap']) {
      const card = page.locator(`[data-testid=approval][data-type=${type}]`);
      expect(await card.getAttribute('data-origin')).toBe(dappUrl);
      await card.getByTestId('approve').click();
    }
    expect(await answerOf('connect')).toMatchObject({ result: { 'npm:@xnet/module': {} } });
    await page.locator('[data-type=wallet_installSnapResult]').getByTestId('approve').click();

    await dapp.click('#confirm');
    const dialog = page.locator('[data-type="snap_dialog:confirmation"]');
    expect(await dialog.textContent()).toContain(`Asked by ${dappUrl}: pay`);
    expect(context.pages()).toHaveLength(2);
    await dialog.getByTestId('reject').click();
    expect(await answerOf('confirm')).toEqual({ result: false });
    await dialog.waitFor({ state: 'detached' });
  }, 60_000);

  it('lets the dapp show a link where the browser does not open the page', async () => {
    await dapp.evaluate('window.open = () => null');
    await dapp.click('#connect');
    await dapp.waitForFunction('pendings.length > 0');
    expect(await dapp.evaluate('pendings[0]')).toBe(`${wallet.url}/`);
    await wallet.answer('wallet_requestPermissions', false);
    expect(await answerOf('connect')).toMatchObject({ error: { code: 4001, isError: true } });
  }, 60_000);

  it('throws the module’s errors, and 4900 when the wallet is gone', async () => {
    await wallet.connect(dappUrl);
    await dapp.evaluate("invoke('fail')");
    expect(await answerOf('fail')).toEqual({
      error: {
        code: -32055,
        message: 'Not enough funds.',
        data: { kind: 'insufficientFunds' },
        isError: true,
      },
    });
    await wallet.kill();
    await dapp.evaluate("invoke('ping')");
    expect(await answerOf('ping')).toMatchObject({ error: { code: 4900 } });
  }, 60_000);
});

describe('a dialog', () => {
  it('draws every component, and gives the module what was filled in', async () => {
    const page = await openWalletPage();
    await dapp.evaluate("void invoke('gallery')");
    const card = page.locator('[data-testid=approval]');
    await card.waitFor();
    expect(await card.locator('.unknown').count()).toBe(0);
    expect(await card.textContent()).not.toContain('the secret word');
    await card.locator('[data-reveal]').click();
    expect(await card.textContent()).toContain('the secret word');

    const field = (name: string) => card.locator(`[data-field=${name}]`);
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
    expect(await answerOf('gallery')).toEqual({
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

  it('keeps the text and the focus of a field while the module draws it again', async () => {
    const page = await openWalletPage();
    await dapp.evaluate("void invoke('live')");
    const note = page.locator('[data-field=text]');
    await note.pressSequentially('hello wor');
    await page.evaluate("document.querySelector('[data-name=more]').click()");
    await note.pressSequentially('ld, and more');
    await page.getByText('Drawn again 1 times').waitFor();
    expect(await note.inputValue()).toBe('hello world, and more');
    expect(await page.evaluate('document.activeElement.dataset.field')).toBe('text');
    await note.press('Enter');
    expect(await answerOf('live')).toEqual({ result: { text: 'hello world, and more' } });
  }, 60_000);

  it('shows text of the module as text, never as markup', async () => {
    const page = await openWalletPage();
    const text = '<img src=x onerror=alert(1)><b>bold</b>';
    await dapp.evaluate(`void invoke('confirm', { text: ${JSON.stringify(text)} })`);
    const card = page.locator('[data-testid=approval]');
    expect(await card.textContent()).toContain(text);
    expect(await card.locator('img, b').count()).toBe(0);
  }, 60_000);
});
