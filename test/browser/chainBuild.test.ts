import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { buildDapp, type RunningDapp, startDapp } from '../../scripts/start/dapp';
import { type LocalChain, startLocalChain } from '../../scripts/start/localChain';
import { type RunningWallet, startWallet } from '../../scripts/start/wallet';
import { listFaults } from '../stage/accessibility';
import { addressedModule } from '../stage/addressedModule';
import { approving } from '../stage/approvals';
import { launchBrowser } from '../stage/launchBrowser';
import { runStep } from '../stage/mainJob';
import { ownPort } from '../stage/ownPort';

const MINUTE = 60_000;
let folder: string;
let buildFile: string;
let port: number;
let wallet: RunningWallet;
let dapp: RunningDapp;
let chain: LocalChain | undefined;
let browser: Browser;
let page: Page;
let walletPage: Page;

const note = async (build: object): Promise<void> => {
  await writeFile(`${buildFile}.new`, JSON.stringify(build));
  await rename(`${buildFile}.new`, buildFile);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-building-'));
  buildFile = join(folder, 'chain-build.json');
  await note({ state: 'building', done: 120, total: 573, leftMs: 7 * MINUTE });
  port = await ownPort();
  const l2Url = `http://127.0.0.1:${port}/rpc`;
  const [module] = await Promise.all([
    addressedModule({ out: join(folder, 'module'), sepoliaUrls: [l2Url] }),
    buildDapp(),
  ]);
  wallet = await startWallet({
    module: module.out,
    data: join(folder, 'wallet'),
    localChain: l2Url,
  });
  dapp = await startDapp({ walletUrl: wallet.url, l2Url, chainBuild: buildFile });
  browser = await launchBrowser();
  [page, walletPage] = [
    await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage(),
    await (await browser.newContext()).newPage(),
  ];
  await Promise.all([page.goto(dapp.url), walletPage.goto(wallet.url)]);
}, 3 * MINUTE);

afterAll(async () => {
  await browser?.close();
  await dapp?.stop();
  await wallet?.stop();
  await chain?.stop();
  await rm(folder, { recursive: true, force: true });
}, MINUTE);

describe('the first start, while the node of the local chain is built', () => {
  it(
    'shows how far the build is and what works meanwhile, and connects the wallet',
    async () => {
      const notice = page.getByTestId('chain-build');
      await notice.getByText('120 of 573 parts are done. About 7 min left.').waitFor();
      expect(await listFaults(page)).toEqual([]);
      const scrolls = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(scrolls).toBe(false);
      await approving(walletPage, () => runStep(page, 'connect'));
      expect(await page.getByTestId('node-away').count()).toBe(0);
      await note({ state: 'building', done: 500, total: 573, leftMs: 20_000 });
      await notice.getByText('500 of 573 parts are done. Less than a minute left.').waitFor();
    },
    MINUTE,
  );

  it(
    'resumes by itself a step that was begun before the chain was there',
    async () => {
      await page.getByTestId('step-create-run').click();
      await page.getByText('Waiting for the local chain, which is being built').waitFor();
      await approving(walletPage, async () => {
        chain = await startLocalChain({ port });
        await note({ state: 'ready' });
        await page.locator('[data-testid="step-create"][data-state="done"]').waitFor();
      });
      expect(await page.getByTestId('chain-build').count()).toBe(0);
      await runStep(page, 'fund');
    },
    2 * MINUTE,
  );
});
