import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sepolia } from '../../src/networks/sepolia';
import { chainIds } from '../../src/schema/primitives';
import { homePages, homeParts } from '../../src/ui/home/view';
import { deriveKeys } from '../../wallet/src/controllers/keys';
import { openModuleState } from '../../wallet/src/persistence/moduleState';
import type { State } from '../../wallet/src/persistence/stateText';
import { durableFile } from '../../wallet/src/persistence/storage';
import { moduleId } from '../../wallet/src/protocol/moduleId';
import { findOverflow, SCROLL_BAR } from '../drawn/popup';
import { addressedModule, redirectHost } from '../stage/addressedModule';
import type { Extension } from '../stage/launchExtension';
import { startExtension } from '../stage/openExtension';
import vectors from '../vectors/accounts.json';
import { type Control, kindOf } from '../wallet/controls';
import {
  findFault,
  fullState,
  type Hosts,
  type Path,
  startHosts,
  walkControls,
} from '../wallet/walkControls';

const MINUTE = 60_000;
const STEP_MS = 20_000;
const CHANGE_MS = 1_000;
/** Patience with a control that an earlier step may have taken away. */
const SHORT_MS = 4_000;
const looks = [360, 400].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);
const home = '[data-testid="module-page"]';

let folder: string;
let hosts: Hosts;
let extension: Extension;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-controls-'));
  hosts = await startHosts();
  const module = await addressedModule({
    out: join(folder, 'module'),
    endpoints: { [chainIds.sepolia]: [hosts.node] },
  });
  await redirectHost(module.out, sepolia.prices, hosts.prices);
  const { mnemonic: phrase } = vectors;
  extension = await startExtension({ module: module.out, phrase });
  page = await extension.openWalletPage();
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.getByTestId('tab-module').click();
  await page.getByTestId('install').click();
  await page.getByTestId('open-home').waitFor();
}, 3 * MINUTE);
afterAll(async () => {
  await extension?.close();
  await hosts?.stop();
  await rm(folder, { recursive: true, force: true });
}, MINUTE);

/** Files of the wallet, each as a name and its text. */
type Files = readonly (readonly [name: string, text: string])[];

/** The state of a user who has something of everything, as the wallet writes it. */
async function writeFullState(): Promise<Files> {
  const { plain, secret } = await fullState();
  const { seed } = await deriveKeys(vectors.mnemonic);
  const pathOf = (name: string) => join(folder, name);
  const state = openModuleState({ file: (name) => durableFile(pathOf(name)) }, moduleId, seed);
  state.update(plain as State, false);
  state.update(secret as State, true);
  await state.close();
  const names = ['state.json', 'secret.json'];
  return Promise.all(
    names.map(async (name) => [name, await readFile(pathOf(name), 'utf8')] as const),
  );
}

/** Starts the wallet anew with these files. */
async function restore(files: Files): Promise<void> {
  // The wallet's page would start the wallet again at once.
  await page.goto(new URL('/options.json', extension.pageUrl).href);
  await page.evaluate('chrome.offscreen.closeDocument()');
  await page.evaluate(
    (all) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('wallet', 1);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const change = opening.result.transaction('files', 'readwrite');
          for (const [name, text] of all) change.objectStore('files').put(text, name);
          change.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    files,
  );
  await page.goto(extension.pageUrl);
  // The settings read what is unreadable in the state; from then on, every part offers to set it anew.
  await walk([{ act: 'press', name: `${homeParts.go}settings` }], STEP_MS);
}

/**
 * Resolves once the module's page has stood still for a while.
 *
 * @param before what stood there; it changes first, unless a control changes nothing that is drawn
 */
const settle = (before = '') =>
  page.evaluate(
    ([selector, limit, first, patience]) =>
      new Promise<void>((resolve, reject) => {
        const began = Date.now();
        let since = began;
        let last = '';
        const look = () => {
          const shown = document.querySelector(selector);
          const text = shown?.innerHTML ?? '';
          const isAwaited = shown?.querySelector('.spinner, .hint[role="status"]');
          const isUnchanged = text === first && Date.now() - began < patience;
          if (text !== last || isAwaited || isUnchanged) since = Date.now();
          last = text;
          if (Date.now() - since > 250) return resolve();
          if (Date.now() - began > limit)
            return reject(new Error(`It does not stand still: ${shown?.textContent}`));
          setTimeout(look, 25);
        };
        look();
      }),
    [home, STEP_MS, before, CHANGE_MS] as const,
  );

async function openHome(): Promise<void> {
  await page.getByTestId('tab-module').click();
  if (await page.locator('[data-action="closePage"]').isVisible())
    await page.locator('[data-action="closePage"]').click();
  await page.getByTestId('open-home').click();
  await page.locator(`${home} .interface`).waitFor({ timeout: STEP_MS });
  await settle();
}

/** Names of reviews end with their time. */
const named = (attribute: string, name: string): string => {
  const [begin, time] = name.split(/\.(?=\d{16}$)/u);
  return time === undefined ? `[${attribute}="${name}"]` : `[${attribute}^="${begin}."]`;
};

/** Operates a control as a user does. */
async function operateShown({ act, name, value }: Control, timeout: number): Promise<void> {
  const shown = page.locator(home);
  const options = { timeout };
  const before = await shown.innerHTML();
  if (act === 'press') await shown.locator(named('data-name', name)).first().click(options);
  else if (act === 'submit')
    await shown.locator(`form${named('data-form', name)} button[type="submit"]`).click(options);
  else {
    const field = shown.locator(named('data-field', name)).first();
    if (typeof value === 'boolean') await field.setChecked(value, options);
    else if ((await field.evaluate((element) => element.localName)) === 'select')
      await field.selectOption(String(value), options);
    else {
      await field.fill(String(value), options);
      await field.blur();
    }
  }
  await settle(before);
}

/** Walks a path from the page's opening. */
async function walk(path: Path, timeout: number): Promise<void> {
  await openHome();
  for (const step of path) await operateShown(step, timeout);
}

/** Everything that is wrong with the page in sight, in all looks. */
async function listFaults(): Promise<string[]> {
  const { hasText, names, failures } = await page.locator(home).evaluateAll(([shown]) => ({
    hasText: (shown?.querySelector('.content')?.textContent ?? '') !== '',
    names: [...(shown?.querySelectorAll('[data-name]') ?? [])].map(
      (one) => (one as HTMLElement).dataset.name ?? '',
    ),
    failures: [...document.querySelectorAll('.failure')].map(
      ({ textContent }) => textContent ?? '',
    ),
  }));
  const faults = [findFault(hasText, names) ?? [], failures, errors.splice(0)].flat();
  for (const { width, colorScheme } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 600 });
    for (const part of await findOverflow(page, width - SCROLL_BAR))
      faults.push(`${width}, ${colorScheme}: ${part}`);
  }
  return faults;
}

/** Faults that stay: what stands between two drawings of a busy machine has no way back. */
async function listLastingFaults(): Promise<string[]> {
  const until = Date.now() + STEP_MS;
  let faults = await listFaults();
  while (faults.length > 0 && Date.now() < until) {
    await settle();
    const still = await listFaults();
    faults = faults.filter((fault) => still.includes(fault));
  }
  return faults;
}

describe('every control of the page in the extension', () => {
  it(
    'leads to a page without an error or overflow, with a way back, and is reached',
    async () => {
      const { paths } = await walkControls(hosts);
      const files = await writeFullState();
      await restore(files);
      const faults: string[] = [];
      let operated = 0;
      for (const path of paths) {
        const name = path.map(kindOf).join(' → ');
        try {
          // An earlier step may have taken away what a control is about.
          await walk(path, SHORT_MS).catch(async () => {
            await restore(files);
            await walk(path, STEP_MS);
          });
          operated += 1;
          for (const fault of await listLastingFaults()) faults.push(`${name}: ${fault}`);
        } catch (error) {
          faults.push(`${name}: ${String(error).slice(0, 500)}`);
        }
      }
      expect(faults).toEqual([]);
      expect(operated).toBe(paths.length);
      expect(operated).toBeGreaterThan(homePages.length * 5);
    },
    20 * MINUTE,
  );
});
