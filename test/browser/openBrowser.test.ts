import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findWholeChromium } from '../../scripts/setup/machine.mjs';
import { openBrowser } from '../../scripts/start/browser';
import type { Child } from '../../scripts/start/child';
import { startSite } from '../../scripts/start/site';
import { buildWalletExtension } from '../../scripts/start/wallet';
import { buildTestModule } from '../../wallet/test-module/walletProcess';

const MINUTE = 60_000;
const before = { ...process.env };
let folder: string;
let site: Awaited<ReturnType<typeof startSite>>;
let opened: Child | undefined;
let browser: Browser;

/** This machine's Chromium, without a screen, for whoever starts it. */
const program = () => `#!/bin/sh
exec '${findWholeChromium()}' --headless=new --disable-gpu --remote-debugging-port=0 "$@"
`;

/** Where the browser listens, once it does. */
const portOf = async (profile: string): Promise<string> => {
  for (;;) {
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const [port] = text.split('\n');
    if (port) return port;
    if (opened === undefined || opened.hasEnded()) throw new Error(`No browser: ${opened?.tail()}`);
    await setTimeout(100);
  }
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-opened-'));
  buildTestModule(join(folder, 'module'), 'one');
  await buildWalletExtension({ module: join(folder, 'module'), out: join(folder, 'extension') });
  await mkdir(join(folder, 'site'));
  await writeFile(join(folder, 'site/index.html'), '<!doctype html><title>A dapp</title>');
  site = await startSite({ folder: join(folder, 'site') });
  await writeFile(join(folder, 'chromium'), program());
  await chmod(join(folder, 'chromium'), 0o755);
}, MINUTE);

afterAll(async () => {
  Object.assign(process.env, { CHROMIUM: '', DISPLAY: '', ...before });
  await browser?.close();
  await opened?.stop();
  await site?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
}, MINUTE);

describe('openBrowser', () => {
  it(
    'opens a page that finds the wallet’s extension, in a profile of its own',
    async () => {
      Object.assign(process.env, { CHROMIUM: join(folder, 'chromium'), DISPLAY: ':0' });
      const profile = join(folder, 'profile');
      const [extension, log] = [join(folder, 'extension'), join(folder, 'browser.log')];
      opened = openBrowser({ extension, profile, url: site.url, log });
      browser = await chromium.connectOverCDP(`http://127.0.0.1:${await portOf(profile)}`);
      const [context] = browser.contexts();
      const isOurs = (page: Page) => page.url().startsWith(site.url);
      const page = context?.pages().find(isOurs) ?? (await context?.waitForEvent('page', isOurs));
      const name = await page?.evaluate(
        `new Promise((resolve) => {
          addEventListener('eip6963:announceProvider', ({ detail }) => resolve(detail.info.name));
          dispatchEvent(new Event('eip6963:requestProvider'));
        })`,
      );
      expect(name).toBe('Xnet developer wallet');
    },
    MINUTE,
  );
});
