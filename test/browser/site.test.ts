import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import openrpc from '../../openrpc.json';
import { buildSite } from '../../scripts/build/buildSite';
import { startSite } from '../../scripts/start/site';
import house from '../contract/house.json';
import { listFaults } from '../stage/accessibility';
import { launchBrowser } from '../stage/launchBrowser';

/** Bytes of the compressed example for each byte of the bundle's limit. */
const TRIAL_SHARE = 0.42;
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

  it('contains a page for every error, which names the methods that fail with it', async () => {
    for (const kind of Object.keys(openrpc.components.errors)) {
      const text = await readFile(join(folder, `docs/develop/errors/${kind}.html`), 'utf8');
      expect(text).toMatch(/Every method\.|no method serves|methods\/xnet_/u);
    }
  });

  it('contains each listed page as Markdown for programs', async () => {
    const list = await (await fetch(`${site.url}/llms.txt`)).text();
    const links = [...list.matchAll(/\]\((.+?)\)/gu)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(30);
    for (const link of links) expect(await (await fetch(site.url + link)).text()).toMatch(/^#/mu);
  });

  it('serves the icon that its pages name', async () => {
    const page = await (await fetch(site.url)).text();
    const [, path = ''] = /<link rel="icon"[^>]*href="([^"]+)"/u.exec(page) ?? [];
    expect((await fetch(site.url + path)).headers.get('content-type')).toContain('image/');
  });

  it('leads back from an address that is none of its own', async () => {
    const page = await (await browser.newContext()).newPage();
    expect((await page.goto(`${site.url}/nowhere`))?.status()).toBe(404);
    await page.getByRole('link', { name: 'home' }).click();
    await page.waitForURL(`${site.url}/`);
  });

  it(
    'breaks no rule of accessibility, in light and dark',
    async () => {
      const page = await (await browser.newContext()).newPage();
      for (const path of ['/connect/', '/docs/develop/errors/userRejected']) {
        await page.goto(site.url + path);
        expect(await listFaults(page)).toEqual([]);
      }
    },
    MINUTE,
  );

  it(
    'runs the example of the guide to signing in, after a press alone',
    async () => {
      const page = await (await browser.newContext()).newPage();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(`${site.url}/docs/develop/sign-in`);
      const trial = page.getByRole('region', { name: 'Run the example' });
      const press = (name: string) => trial.getByRole('button', { name, exact: true }).click();
      expect(asked.filter((url) => url.includes('/trial/'))).toEqual([]);
      await press('Run it here');
      await trial.getByRole('dialog', { name: 'Create account' }).waitFor();
      await press('Approve');
      await trial.getByRole('dialog', { name: 'Sign in to' }).waitFor();
      expect(await listFaults(page)).toEqual([]);
      await press('Refuse');
      await trial.getByText('declined').waitFor();
      await press('Run it here');
      await trial.getByRole('dialog', { name: 'Sign in to' }).waitFor();
      await press('Approve');
      await trial.getByText('"signature"').waitFor();
      const { signature } = JSON.parse((await trial.getByRole('status').textContent()) ?? '');
      expect(signature).toHaveLength(2);
      expect(asked.filter((url) => !url.startsWith(site.url))).toEqual([]);
      const script = await readFile(join(folder, 'trial/trial.js'));
      // Most of it is the module, whose own limit is in house.json.
      expect(gzipSync(script).length).toBeLessThanOrEqual(house.bundleBytes * TRIAL_SHARE);
    },
    MINUTE,
  );

  it(
    'finds guides before decisions',
    async () => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(site.url);
      await page.getByRole('button', { name: 'Search' }).first().click();
      for (const term of ['paymaster', 'nonce', 'sign']) {
        await page.getByPlaceholder('Search').fill(term);
        const results = page.locator('.results a.result');
        await results.nth(3).waitFor();
        const links = await results.evaluateAll((all) =>
          all.slice(0, 4).map((link) => link.getAttribute('href') ?? ''),
        );
        expect(links.filter((link) => link.includes('/decisions/'))).toEqual([]);
      }
      await page.getByPlaceholder('Search').fill('wagmi');
      const topResult = page.locator('.results a.result').first();
      await topResult.waitFor();
      expect(await topResult.getAttribute('href')).not.toContain('/decisions/');
    },
    MINUTE,
  );

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
