import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { ONE, openAccount } from '../../test/node/account';
import { approving } from '../../test/stage/approvals';
import type { Extension } from '../../test/stage/launchExtension';
import { type OpenedExtension, startExtension } from '../../test/stage/openExtension';
import { invokeModule, requestWallet, type Stage } from '../../test/stage/stage';
import vectors from '../../test/vectors/accounts.json';
import { buildBare } from './bareWallet';
import { median } from './median';
import { createActions } from './walletCalls';

/** Milliseconds in the module, in the wallet until its window, and until all is drawn. */
export type Phases = Record<'module' | 'window' | 'drawing', number>;
export type Opening = { name: string; ownPhases: Phases; barePhases: Phases };

type Request = { method: string; params: object };
/** A module in a browser of its own, on a page of a site that it knows. */
type Bed = { extension: Extension; site: Page; doors: string; requests: Record<string, Request> };

const moduleId = 'npm:@xnet/module';
const card = '[data-testid="approval"] .content';
const page = '[data-testid="module-page"] .content';
const waiting = '[role="status"]';

/** Times in a window of the wallet, in Unix milliseconds. */
type Marks = { opened: number; card?: number; first?: number; last?: number };

/** Notes in each window of the wallet when something is drawn there. */
const watchDrawings = (extension: Extension, doors: string) =>
  extension.context.addInitScript(
    (selectors) => {
      const marks: Marks = { opened: performance.timeOrigin };
      Object.assign(globalThis, { marks });
      new MutationObserver(() => {
        const content = document.querySelector(selectors.page);
        if (document.querySelector(selectors.card)) marks.card ??= Date.now();
        if (!content?.firstElementChild || content.querySelector(selectors.waiting)) return;
        marks.first ??= Date.now();
        if (content.querySelector(selectors.doors)) marks.last ??= Date.now();
      }).observe(document, { childList: true, subtree: true });
    },
    { card, page, waiting, doors },
  );
const readMarks = (walletPage: Page) => walletPage.evaluate<Marks>('marks');

/** A page of the site, without the scripts of the site. */
async function openSite({ context }: Extension, url: string): Promise<Page> {
  const site = await context.newPage();
  await site.route('**/*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Site</title>' }),
  );
  await site.goto(url);
  return site;
}

type Row = { time: number; detail: { calls: { method: string; after: number }[] } };

/** When the latest request of the site reached the wallet, and when the module asked for a dialog. */
async function readRequest(
  walletPage: Page,
  name: string,
): Promise<{ startTime: number; askTime: number }> {
  await walletPage.getByTestId('tab-activity').click();
  const newestRow = walletPage.locator('.requests > li', { hasText: name }).first();
  await newestRow.locator('[data-action="openRequest"]').click();
  const text = await newestRow.getByTestId('as-json').getAttribute('data-copy');
  const { time, detail } = JSON.parse(text ?? '') as Row;
  const call = detail.calls.find(({ method }) => /^snap_(?:createInterface|dialog)$/u.test(method));
  if (call === undefined) throw new Error(`${name} opened no dialog.`);
  return { startTime: time, askTime: time + call.after };
}

/** A request of the site, for which the wallet opens its window. */
async function ask({ extension, site }: Bed, { method, params }: Request): Promise<Phases> {
  const opened = extension.context.waitForEvent('page');
  const reply = invokeModule(site, moduleId, method, params);
  // A request that fails opens no window: its error is the one to report.
  const failed = reply.then(() => Promise.reject(new Error(`${method} opened no window.`)));
  const walletPage = await Promise.race([opened, failed]);
  await approving(walletPage, () => reply);
  const { startTime, askTime } = await readRequest(walletPage, method);
  const { opened: windowTime, card: cardTime = Number.NaN } = await readMarks(walletPage);
  await walletPage.close();
  return {
    module: askTime - startTime,
    window: windowTime - askTime,
    drawing: cardTime - windowTime,
  };
}

/** The module's page, which a user opens in the wallet's window. */
async function openHome({ extension }: Bed): Promise<Phases> {
  const startTime = Date.now();
  const walletPage = await extension.openWalletPage();
  await walletPage.getByTestId('tab-module').click();
  await walletPage.getByTestId('open-home').waitFor();
  const pressed = await walletPage.evaluate(() => {
    const time = Date.now();
    document.querySelector<HTMLElement>('[data-testid="open-home"]')?.click();
    return time;
  });
  // No `waitForFunction`: the policy of the wallet's page forbids its `eval`.
  while ((await readMarks(walletPage)).last === undefined) await setTimeout(20);
  const { opened, first = Number.NaN, last = Number.NaN } = await readMarks(walletPage);
  // The wallet would show it in the next window at once.
  await walletPage.locator('[data-action="closePage"]').click();
  await walletPage.locator(page).waitFor({ state: 'detached' });
  await walletPage.close();
  return { module: first - pressed, window: opened - startTime, drawing: last - first };
}

async function openBare(stage: Stage, folder: string): Promise<Bed> {
  const addressIndex = 31;
  const { address } = await openAccount(stage.chain.url, { addressIndex, funds: 100n * ONE });
  const module = await buildBare(folder);
  const { mnemonic: phrase } = vectors;
  const extension = await startExtension({ module, phrase, allowMainnet: true });
  const doors = '*';
  await watchDrawings(extension, doors);
  const site = await openSite(extension, stage.dapp.url);
  const walletPage = await extension.openWalletPage();
  await approving(walletPage, () =>
    requestWallet(site, 'wallet_requestModules', { [moduleId]: {} }),
  );
  await walletPage.close();
  const { xnet_executeTxn, xnet_signMessage } = createActions(address);
  const account = { address, addressIndex };
  const typedData = xnet_signMessage.typedDataMessage;
  return {
    extension,
    site,
    doors,
    requests: {
      message: { method: 'sign', params: { ...account, typedData, asks: true } },
      transfer: {
        method: 'send',
        params: { url: stage.gate.url, ...account, calls: [xnet_executeTxn.calls] },
      },
    },
  };
}

/** The bed of this module, on the account that the main job has made. */
async function openOwn({ extension, dappPage, walletPage }: OpenedExtension): Promise<Bed> {
  const doors = '[data-name^="page.go."]';
  await watchDrawings(extension, doors);
  const addressElement = dappPage.getByTestId('account-address').first();
  const address = (await addressElement.getAttribute('data-address')) ?? '';
  const { xnet_executeTxn, xnet_signMessage } = createActions(address);
  const site = await openSite(extension, dappPage.url());
  // Neither of them looks or asks meanwhile. A browser ends with its last page, so the site is open.
  await dappPage.close();
  await walletPage.close();
  return {
    extension,
    site,
    doors,
    requests: {
      message: { method: 'xnet_signMessage', params: xnet_signMessage },
      transfer: { method: 'xnet_executeTxn', params: xnet_executeTxn },
    },
  };
}

/** Opens page, message and transfer by turns with those of a bare module, in windows of their own. */
export async function measureOpenings(
  stage: Stage,
  opened: OpenedExtension,
  pairs: number,
): Promise<Opening[]> {
  const folder = await mkdtemp(join(tmpdir(), 'xnet-bare-'));
  const bareBed = await openBare(stage, folder);
  try {
    const ownBed = await openOwn(opened);
    const measure = (bed: Bed, name: string) => {
      const request = bed.requests[name];
      return request ? ask(bed, request) : openHome(bed);
    };
    const openings: Opening[] = [];
    for (const name of ['page', 'message', 'transfer']) {
      const times = { ownPhases: [] as Phases[], barePhases: [] as Phases[] };
      // The first of each loads what later ones find loaded.
      for (let pair = -1; pair < pairs; pair += 1)
        for (const turn of pair % 2 === 0
          ? (['ownPhases', 'barePhases'] as const)
          : (['barePhases', 'ownPhases'] as const)) {
          const phases = await measure(turn === 'ownPhases' ? ownBed : bareBed, name);
          if (pair >= 0) times[turn].push(phases);
        }
      const medians = (all: readonly Phases[]): Phases => {
        const of = (phase: keyof Phases) => median(all.map((one) => one[phase]));
        return { module: of('module'), window: of('window'), drawing: of('drawing') };
      };
      const { ownPhases, barePhases } = times;
      openings.push({
        name,
        ownPhases: medians(ownPhases),
        barePhases: medians(barePhases),
      });
    }
    return openings;
  } finally {
    await bareBed.extension.close();
    await rm(folder, { recursive: true, force: true });
  }
}
