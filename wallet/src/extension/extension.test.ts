import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { platformVersion } from '#vendor/set';
import { extensionStage } from '../../test-module/extensionStage';
import { moduleId } from '../../test-module/walletProcess';

const MINUTE = 60_000;
const stage = extensionStage();

describe('the wallet as an extension', () => {
  it(
    'announces itself, and knows a site by the origin that the browser gives',
    async () => {
      const dapp = await stage.openDapp();
      const found = await dapp.page.evaluate('found.map(({ info }) => [info.name, info.rdns])');
      expect(found).toEqual([['Xnet developer wallet', 'org.xnet.developer-wallet']]);
      expect((await dapp.invoke('ping')).error?.code).toBe(4100);
      expect(await stage.connect(dapp)).toMatchObject({ result: { [moduleId]: { id: moduleId } } });
      expect(await dapp.invoke('ping', { one: 1 })).toEqual({
        result: { origin: dapp.origin, build: 'one', params: { one: 1 } },
      });
      expect((await dapp.invoke('platform')).result).toBe(platformVersion);
      const other = await stage.openDapp('localhost');
      expect((await other.invoke('ping')).error?.code).toBe(4100);
      await other.page.close();
      await dapp.page.close();
    },
    2 * MINUTE,
  );

  it(
    'refuses to answer a page without an origin, which gets no provider',
    async () => {
      const dapp = await stage.openDapp();
      const seen = await dapp.page.evaluate(`new Promise((resolve) => {
        addEventListener('message', ({ data }) => resolve(data), { once: true });
        const frame = document.createElement('iframe');
        frame.sandbox = 'allow-scripts';
        frame.srcdoc = '<script>let found = 0; addEventListener("eip6963:announceProvider", () => found += 1); dispatchEvent(new Event("eip6963:requestProvider")); parent.postMessage({ found }, "*");</script>';
        document.body.append(frame);
      })`);
      expect(seen).toEqual({ found: 0 });
      await dapp.page.close();
    },
    MINUTE,
  );

  it(
    'opens its window by itself when a site asks, with room for a dialog as large as the vendor’s',
    async () => {
      const dapp = await stage.openDapp();
      await stage.connect(dapp);
      for (const page of stage.walletPages()) await page.close();
      const reply = dapp.invoke('confirm', { text: 'pay' });
      const opened = await stage.walletPageOpens();
      const room = () => opened.evaluate(() => [innerWidth, innerHeight]);
      while ((await room())[0] !== 460) await setTimeout(20);
      expect(await room()).toEqual([460, 728]);
      expect(await stage.answer('snap_dialog:confirmation')).toContain(
        `Asked by ${dapp.origin}: pay`,
      );
      expect(await reply).toEqual({ result: true });
      const refused = dapp.invoke('confirm', { text: 'pay' });
      await stage.answer('snap_dialog:confirmation', 'reject');
      expect(await refused).toEqual({ result: false });
      await dapp.page.close();
    },
    MINUTE,
  );

  it(
    'opens as wide as the vendor’s popup when the user presses its icon',
    async () => {
      const window = await stage.openWalletPage();
      // The browser opens a popup in its own windows only.
      const page = await window.context().newPage();
      await page.goto(window.url());
      await window.close();
      // Windows of dialogs, which an earlier test may have left, have no toolbar to open it from.
      await page.evaluate(
        "chrome.windows.getAll({ windowTypes: ['normal'] }).then(([{ id: windowId }]) => chrome.action.openPopup({ windowId }))",
      );
      const width = () =>
        page.evaluate(
          "chrome.extension.getViews({ type: 'popup' })[0]?.document.documentElement.clientWidth",
        );
      while (Number(await width()) < 400) await setTimeout(20);
      expect(await width()).toBe(400);
      await page.close();
    },
    MINUTE,
  );

  it(
    'shows each kind of dialog, and passes what the user enters to the module',
    async () => {
      const dapp = await stage.openDapp();
      await stage.connect(dapp);
      const prompt = dapp.invoke('prompt');
      const page = await stage.walletPageOpens();
      await stage.card('snap_dialog:prompt').locator('[data-prompt]').fill('Ada');
      await stage.answer('snap_dialog:prompt');
      expect(await prompt).toEqual({ result: 'Ada' });
      const gallery = dapp.invoke('gallery');
      await stage.card('snap_dialog').waitFor();
      expect(await page.locator('.unknown').count()).toBe(0);
      await stage.card('snap_dialog').getByTestId('close').click();
      expect(await gallery).toEqual({ result: null });
      await dapp.page.close();
    },
    MINUTE,
  );

  it(
    'lists the module’s requests over HTTP, and lets hosts be out of reach',
    async () => {
      const host = createServer((_request, response) =>
        response.setHeader('access-control-allow-origin', '*').end('told'),
      ).listen(0, '127.0.0.1');
      await once(host, 'listening');
      const { port } = host.address() as AddressInfo; // a TCP server that listens has one
      const fetched = async () =>
        (await dapp.invoke('fetch', { url: `http://127.0.0.1:${port}/` })).result;
      const dapp = await stage.openDapp();
      await stage.connect(dapp);
      const page = await stage.openWalletPage();
      expect(await fetched()).toBe('told');
      await page.getByTestId('tab-activity').click();
      await page.locator('button.request').first().click();
      await page.getByText(`GET 127.0.0.1:${port}`).waitFor();
      expect(await page.getByTestId('as-json').getAttribute('data-copy')).toContain(
        '"status": 200',
      );
      await page.getByTestId('tab-wallet').click();
      for (const [isOn, result] of [
        ['true', 'failed'],
        ['false', 'told'],
      ]) {
        await page.getByTestId('fault-unreachable').click();
        await page.locator(`[data-fault="unreachable"][aria-pressed="${isOn}"]`).waitFor();
        expect(await fetched()).toBe(result);
      }
      host.close();
      host.closeAllConnections();
      await dapp.page.close();
      await page.close();
    },
    MINUTE,
  );

  it(
    'answers a request although its service worker ends in the middle of it',
    async () => {
      const dapp = await stage.openDapp();
      await stage.connect(dapp);
      const slow = dapp.invoke('slow', { milliseconds: 2_000 });
      const asked = dapp.invoke('confirm', { text: 'pay' });
      await stage.walletPageOpens();
      await stage.card('snap_dialog:confirmation').waitFor();
      await stage.extension.endWorker();
      await stage.answer('snap_dialog:confirmation');
      expect(await asked).toEqual({ result: true });
      expect(await slow).toEqual({ result: 'slow' });
      // The next request that needs the worker starts it.
      const other = await stage.openDapp('localhost');
      expect((await other.invoke('ping')).error?.code).toBe(4100);
      await other.page.close();
      await dapp.page.close();
    },
    MINUTE,
  );

  it(
    'leaves open pages without an answer if its worker ends, and comes back locked',
    async () => {
      const dapp = await stage.openDapp();
      await stage.connect(dapp);
      await dapp.invoke('setState', { key: 'secret', value: 'kept', encrypted: true });
      const openRequest = dapp.invoke('confirm', { text: 'pay' });
      const page = await stage.walletPageOpens();
      await stage.card('snap_dialog:confirmation').waitFor();
      await page.getByTestId('tab-wallet').click();
      await page.getByTestId('endWorker').click();
      await page.locator('[data-fault="locked"][aria-pressed="true"]').waitFor();
      await stage.card('snap_dialog:confirmation').waitFor({ state: 'detached' });
      const nothing = setTimeout(1_000, 'nothing');
      expect(await Promise.race([openRequest, dapp.invoke('ping'), nothing])).toBe('nothing');
      await dapp.page.reload();
      await dapp.page.waitForFunction('found.length > 0');
      const read = dapp.invoke('getState', { key: 'secret', encrypted: true });
      expect(await Promise.race([read, setTimeout(1_000, 'nothing')])).toBe('nothing');
      await page.getByTestId('fault-locked').click();
      expect(await read).toEqual({ result: 'kept' });
      await dapp.page.close();
    },
    MINUTE,
  );

  it(
    'keeps state, connections and accounts when the browser is started again',
    async () => {
      const before = await stage.openDapp();
      await stage.connect(before);
      for (const encrypted of [true, false])
        await before.invoke('setState', { key: `kept${encrypted}`, value: 'kept', encrypted });
      await stage.restart();
      const dapp = await stage.openDapp();
      for (const encrypted of [true, false])
        expect(await dapp.invoke('getState', { key: `kept${encrypted}`, encrypted })).toEqual({
          result: 'kept',
        });
      await dapp.page.close();
    },
    MINUTE,
  );

  it(
    'resets itself from its page, and then knows no site',
    async () => {
      const dapp = await stage.openDapp();
      await stage.connect(dapp);
      const page = await stage.openWalletPage();
      await page.getByTestId('tab-wallet').click();
      await page.getByTestId('askReset').click();
      await page.getByTestId('reset').click();
      await page.getByText('No site is connected.').waitFor();
      expect((await dapp.invoke('ping')).error?.code).toBe(4100);
      await dapp.page.close();
      await page.close();
    },
    MINUTE,
  );
});
