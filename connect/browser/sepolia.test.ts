import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { root } from '../../scripts/root';
import { fund, type LocalChain } from '../../scripts/start/localChain';
import { startChain } from '../../test/chain/chain';
import { launchBrowser } from '../../test/stage/launchBrowser';
import { readRecipe } from '../../test/stage/recipe';
import { announceWallet, createTestWallet } from '../testing/index';
import { buildPage, readGuide, readReadme } from './guide';

const MINUTE = 60_000;
const address = 'http://dapp.example';

let folder: string;
let guide: string;
let chain: LocalChain;
let browser: Browser;
beforeAll(async () => {
  [folder, guide, chain, browser] = await Promise.all([
    mkdtemp(join(tmpdir(), 'xnet-sepolia-')),
    readGuide('sepolia.md'),
    startChain(),
    launchBrowser(),
  ]);
}, MINUTE);
afterAll(async () => {
  await Promise.allSettled([browser?.close(), chain?.stop()]);
  await rm(folder, { recursive: true, force: true });
}, MINUTE);

describe('the guide from nothing to Sepolia', () => {
  it('builds and serves the module by commands of the recipe that a test follows in the extension', async () => {
    const recipe = readRecipe(await readFile(join(root, 'docs/use/wallet.md'), 'utf8'));
    const followed = recipe.flatMap(({ commands }) => commands.map(({ words }) => words.join(' ')));
    const [, build, serve] = readRecipe(guide);
    for (const step of [build, serve]) {
      expect(step?.commands).toHaveLength(1);
      expect(followed).toContain(step?.commands[0]?.words.join(' '));
    }
  });

  it(
    'sends from a new account once it was funded, by the page with the id of the own build',
    async () => {
      const [, call = '', moduleId = ''] =
        /`(connect\(\{ moduleId: '([^']+)', [^`]+)`/u.exec(guide) ?? [];
      const main = (await readReadme('connect/README.md')).replace('connect()', call);
      const files = await buildPage(folder, main);
      const wallet = createTestWallet({ nodeUrl: chain.url, moduleId });
      const page = await (await browser.newContext()).newPage();
      await announceWallet(page, wallet);
      await page.route(`${address}/**`, (route) => {
        const { pathname } = new URL(route.request().url());
        const contentType = pathname === '/' ? 'text/html' : 'text/javascript';
        return route.fulfill({ contentType, body: files.get(pathname) ?? '' });
      });
      await page.goto(address);
      const button = page.getByRole('button');
      await button.click();
      await page.getByText('Give STRK to').waitFor();
      const [account = ''] = /0x\w+/u.exec((await button.textContent()) ?? '') ?? [];
      await fund(chain.url, account, 10n ** 21n);
      await button.click();
      await page.getByText('ACCEPTED_ON_L2').waitFor();
      expect(wallet.calls).not.toEqual([]);
    },
    2 * MINUTE,
  );
});
