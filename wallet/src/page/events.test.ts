import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../test/stage/launchBrowser';
import { ownPort } from '../../../test/stage/ownPort';
import { buildTestModule, startWallet, type WalletProcess } from '../../test-module/walletProcess';

const script = `
  const told = [];
  let provider;
  addEventListener('eip6963:announceProvider', ({ detail }) => { provider = detail.provider; });
  dispatchEvent(new Event('eip6963:requestProvider'));
  for (const name of ['connect', 'disconnect', 'chainChanged', 'accountsChanged'])
    provider.on(name, (payload) => told.push([name, payload?.code ?? payload?.chainId ?? payload]));
  const invoke = (method, params) => provider.request({
    method: 'wallet_invokeModule',
    params: { moduleId: 'npm:@xnet/module', request: { method, params } },
  });
`;

let folder: string;
let server: Server;
let origin: string;
let browser: Browser;
let wallet: WalletProcess;
let page: Page;
/** The wallet restarts on the same port. */
let port: string;
const start = () =>
  startWallet(join(folder, 'module'), join(folder, 'data'), ['--port', port, '--allow-mainnet']);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  buildTestModule(join(folder, 'module'), 'one');
  port = String(await ownPort());
  wallet = await start();
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    const head = `<script src="${wallet.url}/provider.js"></script><script>${script}</script>`;
    response.end(`<!doctype html><title>Dapp</title>${head}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo; // a TCP server that listens has one
  origin = `http://127.0.0.1:${address.port}`;
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(origin);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
  await wallet?.stop();
  await rm(folder, { recursive: true });
});

/** The events since the last call, up to and including one with that name. */
async function toldUntil(name: string): Promise<unknown> {
  await page.waitForFunction(`told.at(-1)?.[0] === '${name}'`);
  return page.evaluate('told.splice(0)');
}

/** Makes the page visible or hidden. */
const see = (state: DocumentVisibilityState) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

describe('the provider', () => {
  it('tells its page that the wallet is reached, and that the site is connected', async () => {
    expect(await toldUntil('connect')).toEqual([['connect', '0x0']]);
    await wallet.connect(origin);
    expect(await toldUntil('connect')).toEqual([['connect', '0x0']]);
  }, 60_000);

  it('tells its page of another network, even if another page switched to it', async () => {
    await page.evaluate("invoke('xnet_getCurrentNetwork')");
    await wallet.connect('https://other.example.org', false);
    const chainId = '0x534e5f4d41494e';
    await wallet.invoke('xnet_switchNetwork', { chainId }, 'https://other.example.org');
    expect(await toldUntil('chainChanged')).toEqual([['chainChanged', chainId]]);
  }, 60_000);

  it('tells its page of its own switch of accounts, and of no other site’s', async () => {
    await wallet.invoke(
      'xnet_switchAccount',
      { accountAddress: '0x9' },
      'https://other.example.org',
    );
    await wallet.invoke('xnet_switchAccount', { accountAddress: '0x1' }, origin);
    expect(await toldUntil('accountsChanged')).toEqual([['accountsChanged', ['0x1']]]);
    await wallet.invoke('xnet_switchAccount', { accountAddress: '0x2' }, origin);
    expect(await toldUntil('accountsChanged')).toEqual([['accountsChanged', ['0x2']]]);
  }, 60_000);

  it('fails for params that JSON cannot hold, and stays connected', async () => {
    const failed = await page.evaluate(
      "invoke('xnet_executeTxn', { calls: [{ calldata: [1n] }] }).catch((error) => ({ code: error.code, message: error.message }))",
    );
    expect(failed).toEqual({
      code: -32602,
      message: 'The params are not JSON: 0 is a BigInt; send it as hex text.',
    });
    expect(await page.evaluate('told')).toEqual([]);
  }, 60_000);

  it('tells its page that the user has disconnected it', async () => {
    await wallet.command({ do: 'disconnect', origin });
    expect(await toldUntil('disconnect')).toEqual([
      ['accountsChanged', []],
      ['disconnect', 4100],
    ]);
    await wallet.connect(origin, false);
    await toldUntil('connect');
  }, 60_000);

  it('tells its page that the wallet was reset', async () => {
    await wallet.command({ do: 'reset' });
    expect(await toldUntil('disconnect')).toEqual([
      ['accountsChanged', []],
      ['disconnect', 4100],
    ]);
  }, 60_000);

  it('tells its page that the wallet has stopped, and that it is back', async () => {
    await wallet.kill();
    expect(await toldUntil('disconnect')).toEqual([['disconnect', 4900]]);
    wallet = await start();
    expect(await toldUntil('connect')).toEqual([['connect', '0x0']]);
  }, 60_000);

  it('tells its page of another network or account after the wallet is back, and of nothing else', async () => {
    await wallet.connect(origin);
    await toldUntil('connect');
    const { chainId } = await page.evaluate<{ chainId: string }>(
      "invoke('xnet_getCurrentNetwork')",
    );
    await wallet.invoke('xnet_switchAccount', { accountAddress: '0x1' }, origin);
    expect(await toldUntil('accountsChanged')).toEqual([['accountsChanged', ['0x1']]]);
    await wallet.kill();
    expect(await toldUntil('disconnect')).toEqual([['disconnect', 4900]]);
    wallet = await start();
    expect(await toldUntil('connect')).toEqual([['connect', chainId]]);
    await wallet.invoke('xnet_switchAccount', { accountAddress: '0x2' }, origin);
    expect(await toldUntil('accountsChanged')).toEqual([['accountsChanged', ['0x2']]]);
  }, 60_000);

  it('tells its page that its accounts are gone when it was reconnected between two looks', async () => {
    await see('hidden');
    await wallet.command({ do: 'disconnect', origin });
    await wallet.connect(origin, false);
    await see('visible');
    expect(await toldUntil('accountsChanged')).toEqual([['accountsChanged', []]]);
  }, 60_000);
});
