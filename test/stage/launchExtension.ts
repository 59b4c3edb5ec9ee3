import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { findWholeChromium } from '../../scripts/setup/machine.mjs';
import { browserArgs } from './launchBrowser';

export type Extension = {
  context: BrowserContext;
  /** The wallet's page, which is also the extension's popup. */
  pageUrl: string;
  /** The wallet's page in a window of its own: browsers slow down tabs that nobody sees. */
  openWalletPage: () => Promise<Page>;
  /** Ends the service worker, as the browser does with an idle one; resolves once it is gone. */
  endWorker: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Starts this machine's Chromium, headless, with the wallet's extension.
 *
 * @param profile folder of the browser's data, which outlives it; the browser's temporary files
 *   are beside it, as a browser that is killed leaves them behind
 */
export const launchExtension = async (folder: string, profile: string): Promise<Extension> => {
  const executablePath = findWholeChromium();
  if (executablePath === undefined) {
    throw new Error('No whole Chromium found: run `node scripts/setup.mjs --extension`.');
  }
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    // The new headless mode, which has extensions.
    headless: false,
    ignoreDefaultArgs: ['--disable-extensions'],
    viewport: null,
    env: { ...process.env, TMPDIR: dirname(profile) },
    args: [
      ...browserArgs.filter((arg) => arg !== '--headless'),

      '--headless=new',
      '--screen-info={1280x1024}',
      '--disable-features=DisableLoadExtensionCommandLineSwitch',
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
    ],
  });
  const worker =
    context.serviceWorkers()[0] ??
    (await context.waitForEvent('serviceworker', { timeout: 30_000 }));
  const pageUrl = new URL('/page.html', worker.url()).href;

  return {
    context,
    pageUrl,
    async openWalletPage() {
      const opened = context.waitForEvent('page', (page) => page.url().startsWith(pageUrl));
      const [current] = context.serviceWorkers();
      await current?.evaluate(
        `chrome.windows.create({ url: 'page.html', type: 'popup', width: 460, height: 728 }).then(() => undefined)`,
      );
      return opened;
    },
    async endWorker() {
      const session = await context.browser()?.newBrowserCDPSession();
      if (session === undefined) throw new Error('The browser has ended.');
      const workers = async () =>
        (await session.send('Target.getTargets')).targetInfos.filter(
          ({ type, url }) => type === 'service_worker' && url === worker.url(),
        );
      for (const { targetId } of await workers())
        await session.send('Target.closeTarget', { targetId });
      while ((await workers()).length > 0) await setTimeout(50);
      await session.detach();
    },
    close: () => context.close(),
  };
};
