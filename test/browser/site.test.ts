import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import openrpc from '../../openrpc.json';
import { buildSite } from '../../scripts/build/buildSite';
import { startSite } from '../../scripts/start/site';
import { launchBrowser } from '../stage/launchBrowser';

const MINUTE = 60_000;
type Site = Awaited<ReturnType<typeof startSite>>;

let folder: string;
let site: Site;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-site-'));
  const begun: Promise<void>[] = [];
  const build = () => {
    const building = buildSite({ out: folder });
    begun.push(building);
    return building;
  };
  site = await startSite({ folder, build });
  expect(begun).toEqual([]);
  // Whoever comes first has it built; all wait.
  for (const path of ['', '/docs/']) expect((await fetch(site.url + path)).status).toBe(503);
  expect(begun).toHaveLength(1);
  await begun[0];
  browser = await launchBrowser();
}, 5 * MINUTE);
afterAll(async () => {
  await Promise.allSettled([browser?.close(), site?.stop()]);
  await rm(folder, { recursive: true, force: true });
}, MINUTE);

const pagesOf = async (): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'));

describe('the documentation site', () => {
  it('contains a page for every method', async () => {
    const pages = await pagesOf();
    for (const { name } of openrpc.methods)
      expect(pages).toContain(`docs/develop/methods/${name}.html`);
  });

  it('answers a path that is no address, and goes on', async () => {
    expect((await fetch(`${site.url}//`)).status).toBe(200);
    expect((await fetch(site.url)).status).toBe(200);
  });

  it('contains no link that leads nowhere', async () => {
    const pages = await pagesOf();
    const texts = new Map<string, string>();
    for (const page of pages) texts.set(page, await readFile(join(folder, page), 'utf8'));
    const asked = new Map<string, number>();
    const broken: string[] = [];
    let links = 0;
    for (const [page, text] of texts)
      for (const [, link = ''] of text.matchAll(/(?:href|src)="([^"]+)"/gu)) {
        const url = new URL(link.replaceAll('&amp;', '&'), `${site.url}/${page}`);
        if (url.origin !== site.url) continue;
        links += 1;
        const { pathname } = url;
        if (!asked.has(pathname)) asked.set(pathname, (await fetch(url)).status);
        const file = pathname
          .replace(/\/$/u, '/index')
          .replace(/(?<!\.\w+)$/u, '.html')
          .slice(1);
        const anchor = decodeURIComponent(url.hash.slice(1));
        const lacksAnchor = anchor !== '' && !texts.get(file)?.includes(`id="${anchor}"`);
        if (asked.get(pathname) !== 200 || lacksAnchor) broken.push(`${page}: ${link}`);
      }
    expect(links).toBeGreaterThan(1000);
    expect(broken).toEqual([]);
  });

  it(
    'finds what is looked for, and loads nothing from elsewhere',
    async () => {
      const page = await (await browser.newContext()).newPage();
      const outside: string[] = [];
      const complaints: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(site.url)) outside.push(request.url());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.goto(site.url);
      await page.getByRole('button', { name: 'Search' }).first().click();
      await page.getByPlaceholder('Search').fill('xnet_getDeploymentData');
      await page.locator('.results a').first().click();
      await page.waitForURL(/xnet_getDeploymentData/u);
      expect(outside).toEqual([]);
      expect(complaints).toEqual([]);
    },
    MINUTE,
  );
});
