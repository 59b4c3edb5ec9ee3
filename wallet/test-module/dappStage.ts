// A dapp's page in a real browser, with a wallet, for tests of the wallet's page and provider.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../../test/stage/launchBrowser';
import { buildTestModule, startWallet, type WalletProcess } from './walletProcess';

// A dapp's page: finds the wallet by EIP-6963 and sends requests. `ask` stores each answer.
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

/**
 * Builds the module once; each test has its own wallet and dapp page.
 * @param own.starts true if each test starts them itself with `start` and its own options
 */
export function dappStage(options: { starts?: boolean } = {}) {
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
    browser = await launchBrowser();
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
    await rm(folder, { recursive: true });
  });

  async function start(...args: string[]): Promise<void> {
    const data = await mkdtemp(join(folder, 'data-'));
    wallet = await startWallet(join(folder, 'module'), data, args);
    context = await browser.newContext();
    dapp = await context.newPage();
    await dapp.goto(dappUrl);
    await dapp.waitForFunction('found.length > 0');
  }
  if (!options.starts) beforeEach(() => start(), 60_000);

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

  return {
    start,
    answerOf,
    openWalletPage,
    get folder() {
      return folder;
    },
    get dappUrl() {
      return dappUrl;
    },
    get browser() {
      return browser;
    },
    get context() {
      return context;
    },
    get dapp() {
      return dapp;
    },
    get wallet() {
      return wallet;
    },
  };
}
