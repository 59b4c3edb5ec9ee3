import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addressedModule } from '../../test/stage/addressedModule';
import { approving, encodeApproval } from '../../test/stage/approvals';
import type { Extension } from '../../test/stage/launchExtension';
import { startExtension } from '../../test/stage/openExtension';
import { buildPackage } from './buildPackage';
import { bundle } from './openDapp';

const MINUTE = 60_000;
/** In the page's own clock. */
const SECOND = 1_000;

let folder: string;
let script: string;
let extension: Extension;
let walletPage: Page;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-ended-'));
  const [module] = await Promise.all([
    addressedModule({ out: join(folder, 'module') }),
    buildPackage(join(folder, 'connect')),
  ]);
  const entry = join(folder, 'page.js');
  const file = JSON.stringify(join(folder, 'connect/index.js'));
  await writeFile(
    entry,
    `import { createClient, discover } from ${file};
discover(({ provider }) => { globalThis.client ??= createClient({ provider }); });`,
  );
  script = await bundle(entry);
  extension = await startExtension({ module: module.out, allowMainnet: true });
  walletPage = await extension.openWalletPage();
  page = await extension.context.newPage();
  await page.clock.install();
  await page.route('**/*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Dapp</title>' }),
  );
}, 4 * MINUTE);
afterAll(async () => {
  await extension?.close();
  await rm(folder, { recursive: true, force: true });
}, MINUTE);

/** Loads the page with the built connector. */
async function load(): Promise<void> {
  await page.goto('http://dapp.localhost/');
  await page.addScriptTag({ content: script });
  await page.waitForFunction('globalThis.client');
}

/** Calls the client; an error becomes its code and message. */
const ask = (call: string): Promise<unknown> =>
  page.evaluate(`client.${call}.catch(({ code, message }) => ({ code, message }))`);

/** Begins a request whose outcome the page keeps. */
const begin = (call: string): Promise<unknown> =>
  page.evaluate(
    `(globalThis.outcome = 'waits', void client.${call}.then((reply) => { outcome = reply; }, ({ code, message }) => { outcome = { code, message }; }))`,
  );
const outcome = () => page.evaluate('outcome');

describe('the built client, beside the wallet as an extension', () => {
  it(
    'waits for a user who takes minutes, as long as the wallet answers',
    async () => {
      await load();
      await approving(walletPage, () => ask('install()'));
      await begin("request('xnet_createAccount', { addressIndex: 0 })");
      await encodeApproval(walletPage).waitFor();
      for (let seconds = 0; seconds < 120; seconds += 5) {
        await page.clock.runFor(5 * SECOND);
        // Meanwhile, what the client asks by itself is answered as well.
        expect(await ask("request('ping')")).toBe('pong');
      }
      expect(await outcome()).toBe('waits');
    },
    2 * MINUTE,
  );

  it(
    'tells the page to reload if the wallet’s worker ended while a request was open',
    async () => {
      await walletPage.getByTestId('tab-wallet').click();
      await walletPage.getByTestId('endWorker').click();
      await encodeApproval(walletPage).waitFor({ state: 'detached' });
      expect(await outcome()).toBe('waits');
      await page.clock.runFor(45 * SECOND);
      expect(await outcome()).toEqual({
        code: 4900,
        message: expect.stringMatching(/silent.*Reload the page/u),
      });
    },
    2 * MINUTE,
  );

  it(
    'answers the page again once that was reloaded and the wallet unlocked',
    async () => {
      await load();
      await walletPage.getByTestId('fault-locked').click();
      expect(await ask("request('ping')")).toBe('pong');
    },
    MINUTE,
  );
});
