import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { buildDapp, type RunningDapp, startDapp } from '../../scripts/start/dapp';
import { buildWalletExtension } from '../../scripts/start/wallet';
import { chainIds } from '../../src/schema/primitives';
import { settingParts } from '../../src/ui/home/settings';
import { getSubmitName } from '../../src/ui/home/view';
import { addressedModule } from '../stage/addressedModule';
import { approving } from '../stage/approvals';
import { type Extension, launchExtension } from '../stage/launchExtension';
import { runStep } from '../stage/mainJob';
import { invokeModule } from '../stage/stage';

const MINUTE = 60_000;
const moduleId = 'npm:@xnet/module';
const sepolia = '0x534e5f5345504f4c4941';

/** A node that answers everything, but admits no browser; it notes what reaches it. */
const seen: string[] = [];
const node: Server = createServer((request, response) => {
  seen.push(`${request.method} ${request.headers.origin}`);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: sepolia }));
});

let folder: string;
let dapp: RunningDapp;
let extension: Extension;
let page: Page;
let walletPage: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-extension-'));
  node.listen(0, '127.0.0.1');
  await once(node, 'listening');
  const { port } = node.address() as AddressInfo;
  const [module] = await Promise.all([
    addressedModule({
      out: join(folder, 'module'),
      endpoints: { [chainIds.sepolia]: [`http://127.0.0.1:${port}/rpc`] },
    }),
    buildDapp(),
  ]);
  const out = join(folder, 'extension');
  await buildWalletExtension({ module: module.out, out, allowMainnet: true });
  [dapp, extension] = await Promise.all([
    startDapp({ walletUrl: 'none' }),
    launchExtension(out, join(folder, 'profile')),
  ]);
  page = await extension.context.newPage();
  await page.goto(dapp.url);
  walletPage = await extension.openWalletPage();
}, 3 * MINUTE);

afterAll(async () => {
  await extension?.close();
  await dapp?.stop();
  node.closeAllConnections();
  node.close();
  await rm(folder, { recursive: true, force: true });
}, MINUTE);

describe('the module in a browser’s sandbox', () => {
  it(
    'installs at the dapp’s first step, from a page without the wallet’s script',
    async () => {
      const { shown } = await approving(walletPage, () => runStep(page, 'connect'));
      expect(shown.join()).toContain('Install the module');
      const network = await invokeModule(page, moduleId, 'xnet_getCurrentNetwork', {});
      expect(network).toMatchObject({ chainId: sepolia });
    },
    2 * MINUTE,
  );

  it(
    'names CORS if the node admits no browser, which sees the preflight only',
    async () => {
      seen.length = 0;
      const asked = invokeModule(page, moduleId, 'xnet_estimateAccountDeployFee', {
        addressIndex: 0,
        chainId: sepolia,
      });
      await expect(asked).rejects.toThrow(/CORS.*access-control-allow-origin: \*/u);
      expect(new Set(seen)).toEqual(new Set(['OPTIONS null']));
    },
    MINUTE,
  );

  it(
    'opens the form of every setting on its page',
    async () => {
      await walletPage.getByTestId('tab-module').click();
      await walletPage.getByTestId('open-home').click();
      await walletPage.locator('[data-name="page.go.settings"]').click();
      const changes = walletPage.locator('[data-testid="module-page"] [data-name^="page.unfold."]');
      await changes.first().waitFor();
      const everyday = await changes.count();
      await walletPage.locator(`[data-name="${settingParts.advanced}"]`).click();
      await changes.nth(everyday).waitFor();
      const names = await changes.evaluateAll((buttons) =>
        buttons.map((button) => (button as HTMLElement).dataset.name ?? ''),
      );
      expect(names.length).toBeGreaterThan(4);
      // An everyday one folds the advanced ones.
      for (const name of [...names.slice(everyday), ...names.slice(0, everyday)]) {
        await walletPage.locator(`[data-name="${name}"]`).click();
        const setting = name.slice('page.unfold.'.length);
        await walletPage
          .locator(`[data-name="${getSubmitName(`${settingParts.form}${setting}`)}"]`)
          .waitFor();
      }
      expect(await walletPage.locator('[role="alert"]').count()).toBe(0);
      const wider = await walletPage.evaluate(() =>
        [...document.querySelectorAll('*')]
          .filter(
            (part) => part.getBoundingClientRect().right > document.documentElement.clientWidth,
          )
          .map((part) => part.outerHTML.slice(0, 200)),
      );
      expect(wider).toEqual([]);
    },
    MINUTE,
  );
});
