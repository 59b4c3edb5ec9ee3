import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { root } from '../../scripts/root';
import { launchBrowser } from '../../test/stage/launchBrowser';
import * as connect from '../src/index';
import * as testing from '../testing/index';
import { buildPage, readReadme } from './guide';

const MINUTE = 60_000;

let folder: string;
let browser: Browser;
const server = createServer();
beforeAll(async () => {
  [folder, browser] = await Promise.all([mkdtemp(join(tmpdir(), 'xnet-readme-')), launchBrowser()]);
}, MINUTE);
afterAll(async () => {
  server.close();
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
}, MINUTE);

describe('the READMEs', () => {
  it(
    'builds a page in an empty Vite project that sends, and a test that drives it',
    async () => {
      const files = await buildPage(folder, await readReadme('connect/README.md'));
      server.on('request', (request, response) => {
        const path = request.url ?? '';
        response.setHeader('content-type', path === '/' ? 'text/html' : 'text/javascript');
        response.statusCode = files.has(path) ? 200 : 404;
        response.end(files.get(path));
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo; // a TCP server has one

      const lines = await readReadme('connect/testing/README.md');
      expect(lines).toContain('startLocalChain()');
      // The names imported are those below; the rest runs unchanged.
      const body = lines.replaceAll(/^import .*\n/gmu, '');
      const names = { ...connect, ...testing, expect };
      const run = new Function(
        'names',
        'page',
        'url',
        `with (names) return (async () => {${body}})()`,
      );
      const page = await (await browser.newContext()).newPage();
      // MetaMask is there, too, and announces itself first; its allowlist lacks the module.
      const metaMask = testing.createTestWallet();
      metaMask.become('notAllowed');
      await testing.announceWallet(page, metaMask, { name: 'MetaMask', rdns: 'io.metamask' });
      await run(names, page, `http://127.0.0.1:${port}/`);
      expect(await page.getByRole('button').textContent()).toBe('ACCEPTED_ON_L2');
    },
    3 * MINUTE,
  );
});

describe('the guide to calls without a library', () => {
  /** Runs its example on a page of its own. */
  async function openPage(...wallets: [wallet: testing.TestWallet, name?: string][]) {
    const guide = await readFile(join(root, 'docs/develop/provider.md'), 'utf8');
    const [, example = ''] = /```js\n(.*?)```/su.exec(guide) ?? [];
    const page = await (await browser.newContext()).newPage();
    for (const [wallet, name = 'Xnet test wallet'] of wallets)
      await testing.announceWallet(page, wallet, { name, rdns: `org.example.${name.length}` });
    await page.route('http://dapp.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Dapp</title>' }),
    );
    return async (): Promise<unknown> => {
      await page.goto('http://dapp.example/');
      return page.evaluate(`(async () => { ${example}; return network; })()`);
    };
  }
  const sepolia = { name: 'Testnet (Sepolia)', chainId: '0x534e5f5345504f4c4941' };

  it('ends with an error if no wallet is there, or only one without modules', async () => {
    const stranger = testing.createTestWallet();
    stranger.become('noModules');
    for (const wallets of [[], [[stranger]]] as [testing.TestWallet][][]) {
      const load = await openPage(...wallets);
      await expect(load()).rejects.toThrow('No wallet here runs modules.');
    }
  });

  it('takes the wallet that runs modules if another is announced first, and asks nothing when the page is loaded again', async () => {
    const [stranger, wallet] = [testing.createTestWallet(), testing.createTestWallet()];
    stranger.become('noModules');
    const load = await openPage([stranger, 'Stranger'], [wallet]);
    expect(await load()).toEqual(sepolia);
    expect(await load()).toEqual(sepolia);
    expect(stranger.dialogs).toEqual([]);
    expect(wallet.dialogs).toEqual([]);
  });
});

describe('announceWallet', () => {
  it('passes on to a page what the wallet says, errors with code and data included, under its own origin', async () => {
    const wallet = testing.createTestWallet();
    const page = await (await browser.newContext()).newPage();
    await testing.announceWallet(page, wallet);
    await page.route('http://dapp.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Dapp</title>' }),
    );
    await page.goto('http://dapp.example/');
    const told = await page.evaluate(async () => {
      type Provider = { request(call: object): Promise<unknown> };
      const detail = await new Promise<{ info: { name: string }; provider: Provider }>(
        (resolve) => {
          addEventListener('eip6963:announceProvider', (event) =>
            resolve((event as CustomEvent).detail),
          );
          dispatchEvent(new Event('eip6963:requestProvider'));
        },
      );
      const { provider } = detail;
      const snapId = 'npm:@xnet/module';
      const ask = (method: string, params?: object) =>
        provider.request({ method, params }).catch(({ code, data }) => ({ code, data }));
      return [
        detail.info.name,
        await ask('wallet_invokeSnap', { snapId, request: { method: 'ping' } }),
        Object.keys((await ask('wallet_requestSnaps', { [snapId]: {} })) as object),
        await ask('wallet_invokeSnap', { snapId, request: { method: 'ping' } }),
        await ask('wallet_invokeSnap', { snapId, request: { method: 'xnet_nothing' } }),
        await ask('eth_accounts'),
      ];
    });
    expect(told).toEqual([
      'Xnet test wallet',
      { code: 4100 },
      ['npm:@xnet/module'],
      'pong',
      { code: -32601, data: expect.objectContaining({ kind: 'methodNotFound' }) },
      { code: -32601 },
    ]);
    expect(wallet.calls.map(({ origin }) => origin)).toEqual(Array(2).fill('http://dapp.example'));
  });
});
