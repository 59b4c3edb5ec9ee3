// Two dapps' pages in a real browser, with the wallet as its extension and the test module.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { conditions } from '#vendor/set';
import { type Extension, launchExtension } from '../../test/stage/launchExtension';
import { buildTestModule, moduleId, type Reply, runner } from './walletProcess';

const walletFolder = join(__dirname, '..');

/** Builds the extension as a program of its own, as users do. */
function buildExtension(module: string, out: string, more: string[] = []): void {
  const args = [...runner, 'src/main.ts', '--module', module, '--extension', out, ...more];
  execFileSync(process.execPath, args, { cwd: walletFolder });
}

// Collects announcements; `send` resolves to the reply.
const dappScript = `
  const found = [];
  addEventListener('eip6963:announceProvider', ({ detail }) => found.push(detail));
  dispatchEvent(new Event('eip6963:requestProvider'));
  const send = (method, params) => found[0].provider.request({ method, params }).then(
    (result) => ({ result }),
    ({ code, message, data }) => ({ error: { code, message, data } }),
  );
`;

export type DappPage = {
  page: Page;
  origin: string;
  send(method: string, params?: unknown): Promise<Reply>;
  /** Calls a method of the module. */
  invoke(method: string, params?: object): Promise<Reply>;
};

/**
 * Builds module and extension, and starts the browser once for all tests of a file.
 * @param listArgs gives further options of the wallet
 */
export function extensionStage(listArgs: () => Promise<string[]> = async () => []) {
  let folder: string;
  let server: Server;
  let extension: Extension;
  let walletPage: Page;

  const launch = async () => {
    extension = await launchExtension(join(folder, 'extension'), join(folder, 'profile'));
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wallet-'));
    buildTestModule(join(folder, 'module'), 'one');
    buildExtension(join(folder, 'module'), join(folder, 'extension'), await listArgs());
    server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>Dapp</title><script>${dappScript}</script>`);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await launch();
  }, 120_000);

  afterAll(async () => {
    await extension?.close();
    server?.close();
    await rm(folder, { recursive: true });
  }, 60_000);

  async function openDapp(host = '127.0.0.1'): Promise<DappPage> {
    const { port } = server.address() as AddressInfo; // a TCP server that listens has one
    const origin = `http://${host}:${port}`;
    const page = await extension.context.newPage();
    await page.goto(origin);
    await page.waitForFunction('found.length > 0');
    const send = (method: string, params?: unknown) =>
      page.evaluate(`send(${JSON.stringify(method)}, ${JSON.stringify(params)})`) as Promise<Reply>;
    return {
      page,
      origin,
      send,
      invoke: (method, params) =>
        send('wallet_invokeSnap', {
          snapId: moduleId,
          request: { method, ...(params && { params }) },
        }),
    };
  }

  const card = (type: string): Locator =>
    walletPage.locator(`[data-testid="approval"][data-type="${type}"]`);

  async function answer(type: string, button: 'approve' | 'reject' = 'approve'): Promise<string> {
    const shownCard = card(type);
    const text = (await shownCard.textContent()) ?? '';
    await shownCard.locator(`[data-testid="${button}"]:enabled`).click();
    return text;
  }

  const isWallet = (page: Page) => page.url().endsWith('/page.html');
  const walletPages = () => extension.context.pages().filter(isWallet);

  /** Waits for the window that the wallet opens when a request needs an answer. */
  async function walletPageOpens(): Promise<Page> {
    walletPage = walletPages()[0] ?? (await extension.context.waitForEvent('page', isWallet));
    return walletPage;
  }

  return {
    /** True if the wallet runs on the newest set of its vendor's packages. */
    isNewest: conditions.includes('newest'),
    openDapp,
    card,
    answer,
    /** Opens the wallet's page by itself, where no request has done so. */
    async openWalletPage(): Promise<Page> {
      walletPage = await extension.openWalletPage();
      return walletPage;
    },
    walletPages,
    walletPageOpens,
    /** Connects a site, unless it is, and installs the module, unless it is. */
    async connect(dapp: DappPage): Promise<Reply> {
      const reply = dapp.send('wallet_requestSnaps', { [moduleId]: {} });
      const isOpen = reply.then(() => false);
      const isFirst = (type: string) =>
        Promise.race([
          isOpen,
          card(type)
            .waitFor()
            .then(
              () => true,
              () => false,
            ),
        ]);
      if (!(await Promise.race([isOpen, walletPageOpens().then(() => true)]))) return reply;
      if (await isFirst('wallet_requestPermissions')) await answer('wallet_requestPermissions');
      if (await isFirst('wallet_installSnap')) {
        await answer('wallet_installSnap');
        await answer('wallet_installSnapResult');
      }
      return reply;
    },
    /** Ends the browser and starts it again with the same profile. */
    async restart(): Promise<void> {
      await extension.close();
      await launch();
    },
    get extension() {
      return extension;
    },
    get folder() {
      return folder;
    },
  };
}
