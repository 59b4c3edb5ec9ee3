import type { Locator, Page } from 'playwright-core';
import { fund } from '../../scripts/start/localChain';
import { accountClassLabels } from '../../src/schema/accountClass';
import { accountParts } from '../../src/ui/home/accounts';
import { allowanceParts } from '../../src/ui/home/allowances';
import { mainParts } from '../../src/ui/home/main';
import { aboutEverything, sendParts } from '../../src/ui/home/send';
import { getLinkName, getSubmitName, homeParts } from '../../src/ui/home/view';
import { groupHex } from '../../src/ui/text/format';
import { findOverflow } from '../drawn/popup';
import type { Hands } from './hands';
import { friend, spender, type Walker } from './walkStage';

const ONE = 10n ** 18n;
const MINUTE = 60_000;

/** A user before the developer wallet's page. */
export type Walk = {
  page: Page;
  hands: Hands;
  walker: Walker;
  /** URL of the chain, for whoever sends the first money. */
  chainUrl: string;
  /** The module's texts in the page's language. */
  texts: Record<string, string>;
};

const homeOf = ({ page }: Walk) => page.getByTestId('module-page');

/** Waits for a text of the module, up to its first place. */
async function see(walk: Walk, name: string): Promise<void> {
  const [text = ''] = (walk.texts[name] ?? '').split('{');
  if (text === '') throw new Error(`There is no text ${name}.`);
  await homeOf(walk).getByText(text.trim()).first().waitFor({ timeout: MINUTE });
}

const named = (walk: Walk, name: string) => homeOf(walk).locator(`[data-name="${name}"]`).first();

/** A drawing that comes while a button is pressed takes the press away: people wait for it. */
const waitUntilStill = (walk: Walk): Promise<void> =>
  homeOf(walk).evaluate(
    (home) =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, 300);
        const last = setTimeout(resolve, 5_000);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            observer.disconnect();
            clearTimeout(last);
            resolve();
          }, 300);
        });
        observer.observe(home, { subtree: true, childList: true });
      }),
  );

async function press(walk: Walk, name: string): Promise<void> {
  await named(walk, name).waitFor({ timeout: MINUTE });
  await waitUntilStill(walk);
  await walk.hands.press(named(walk, name));
}

/**
 * Looks for accounts, again where the page says that the node failed: the node of the walk is a
 * fork, which asks its origin for each account and fails where that one is busy.
 */
async function find(walk: Walk, awaited: Locator): Promise<void> {
  const failure = homeOf(walk).locator('.banner.danger').first();
  for (let times = 0; times < 3; times += 1) {
    await press(walk, mainParts.find);
    await failure.waitFor({ state: 'detached', timeout: MINUTE });
    await awaited.or(failure).first().waitFor({ timeout: MINUTE });
    if (await awaited.isVisible()) return;
  }
  throw new Error('The node failed three times.');
}
const toMain = (walk: Walk) => press(walk, homeParts.refresh);

async function typeInto(walk: Walk, field: string, text: string): Promise<void> {
  await walk.hands.type(homeOf(walk).locator(`[data-field="${field}"]`), text);
}

/** Confirms what the page asks, on the page. @returns what it showed */
async function approve(walk: Walk): Promise<string> {
  const { page, hands } = walk;
  const home = homeOf(walk);
  const asks = home.locator('[data-name^="confirm."]');
  const yes = home.locator('[data-name^="confirm."]:enabled:not([aria-disabled])');
  const understood = home.locator('[data-field^="understand."]');
  await yes.or(understood).first().waitFor({ timeout: MINUTE });
  const shown = (await home.textContent()) ?? '';
  await requireRoom(page, 'a review');
  if ((await understood.count()) > 0) await hands.check(understood);
  const between = home
    .getByText(new RegExp(`${walk.texts['home.oneMoment']}|${walk.texts['home.preparing']}`, 'u'))
    .or(home.locator('[aria-busy="true"]'))
    .first();
  // A press while the preview is renewed counts for nothing, and a module that was ended meanwhile
  // asks again: people read it, and press again.
  for (let presses = 0; presses < 5 && (await asks.count()) > 0; presses += 1) {
    const isAskedAgain = (await home.textContent())?.includes(walk.texts['review.renewed'] ?? '');
    if (presses > 0) process.stdout.write(`Walk: pressed again; asked again: ${isAskedAgain}\n`);
    await yes.waitFor({ timeout: MINUTE });
    await hands.press(yes);
    await asks.waitFor({ state: 'detached', timeout: 12_000 }).catch(() => undefined);
    await between.waitFor({ state: 'detached', timeout: MINUTE });
    await waitUntilStill(walk);
  }
  await asks.waitFor({ state: 'detached', timeout: MINUTE });
  if ((await page.getByTestId('approval').count()) > 0) throw new Error('The page opens a dialog.');
  return shown;
}

/** Nothing reaches beyond the window or its part. @throws an Error that names what does */
async function requireRoom(page: Page, where: string): Promise<void> {
  const width = await page.evaluate(() => document.querySelector('.popup')?.clientWidth ?? 0);
  const faults = await findOverflow(page, width);
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  if (beyond > 0) faults.push(`the page by ${beyond}`);
  if (faults.length > 0) throw new Error(`In ${where}, too wide: ${faults.join(', ')}`);
}

/** What says that it does not go on. */
const deadEnds = (page: Page): Locator =>
  page.locator('.failure, p.error, .field.wrong, .banner.danger');

type Step = { name: string; take: (walk: Walk) => Promise<void> };

/** The steps from an empty wallet to the money of an account that another wallet made. */
export const walkSteps: readonly Step[] = [
  {
    name: 'open',
    async take(walk) {
      // Nothing is asked: whoever presses it is the user.
      await walk.hands.press(walk.page.getByTestId('install'));
      await walk.hands.press(walk.page.getByTestId('open-home'));
      await see(walk, 'home.noAccountText');
    },
  },
  {
    name: 'create',
    async take(walk) {
      await press(walk, mainParts.create);
      await approve(walk);
      await see(walk, 'home.onlyStarknet');
    },
  },
  {
    name: 'receive',
    async take(walk) {
      const home = homeOf(walk);
      const code = home.getByRole('img', { name: walk.texts['home.qr'] ?? '' });
      const size = await code.evaluate((image: HTMLImageElement) => image.naturalWidth);
      if (!((await code.isVisible()) && size > 0)) throw new Error('There is no QR code to see.');
      const address = (await home.locator('.copyable .text').first().textContent()) ?? '';
      if (!/^0x[0-9a-f]{64}$/u.test(address)) throw new Error(`This is no address: ${address}`);
      await fund(walk.chainUrl, address, 10n * ONE);
      await toMain(walk);
    },
  },
  {
    name: 'send',
    async take(walk) {
      await press(walk, getLinkName('send'));
      await typeInto(walk, sendParts.to, friend.name);
      await homeOf(walk).getByText(groupHex(friend.address)).first().waitFor({ timeout: MINUTE });
      await typeInto(walk, sendParts.amount, '2');
      await press(walk, getSubmitName(sendParts.form));
      const shown = await approve(walk);
      for (const part of ['2 STRK', friend.address.slice(-4)])
        if (!shown.includes(part)) throw new Error(`The review does not show ${part}: ${shown}`);
      await see(walk, 'home.send.again');
    },
  },
  {
    name: 'settle',
    async take(walk) {
      await see(walk, 'home.accepted');
      await homeOf(walk).getByText(groupHex(friend.address)).first().waitFor();
    },
  },
  {
    name: 'find',
    async take(walk) {
      await toMain(walk);
      const accountOf = (address: string) => named(walk, getLinkName('account', address));
      await find(walk, accountOf(walk.walker.argent));
      await accountOf(walk.walker.braavos).waitFor({ timeout: MINUTE });
    },
  },
  {
    name: 'revoke',
    async take(walk) {
      const use = `${accountParts.use}${walk.walker.argent}`;
      await press(walk, use);
      await named(walk, use).waitFor({ state: 'detached', timeout: MINUTE });
      await press(walk, getLinkName('allowances'));
      await homeOf(walk).getByText(groupHex(spender)).first().waitFor({ timeout: MINUTE });
      await walk.hands.press(
        homeOf(walk).locator(`[data-name^="${allowanceParts.revoke}"]`).first(),
      );
      await approve(walk);
      // It ends where it began: the list says what is left.
      await see(walk, 'home.noAllowances');
      await toMain(walk);
    },
  },
  {
    name: 'upgrade',
    async take(walk) {
      const { argent } = walk.walker;
      const { argent031, argent040 } = accountClassLabels;
      const seeClass = (kind: string) =>
        homeOf(walk).getByText(`${kind}, `).first().waitFor({ timeout: MINUTE });
      await press(walk, getLinkName('account', argent));
      await seeClass(argent031);
      await press(walk, `${accountParts.upgrade}${argent}`);
      const shown = await approve(walk);
      if (!shown.includes(argent040)) throw new Error(`The review does not name it: ${shown}`);
      await see(walk, 'home.accepted');
      await toMain(walk);
      await press(walk, getLinkName('account', argent));
      await seeClass(argent040);
      await named(walk, `${accountParts.upgrade}${argent}`).waitFor({ state: 'detached' });
      await toMain(walk);
    },
  },
  {
    name: 'move',
    async take(walk) {
      const { argent, braavos } = walk.walker;
      await press(walk, getLinkName('account', braavos));
      await press(walk, getLinkName('send', aboutEverything(braavos)));
      await press(walk, `${sendParts.pick}${argent}`);
      await press(walk, getSubmitName(sendParts.form));
      await approve(walk);
      await see(walk, 'home.accepted');
    },
  },
];

/**
 * Takes all steps, and sees after each that nothing is too wide and nothing says that it fails.
 * @param report called after each step, with the milliseconds that it took
 * @throws an Error that names the step
 */
export async function takeWalk(
  walk: Walk,
  report: (name: string, ms: number) => Promise<void>,
): Promise<void> {
  for (const { name, take } of walkSteps) {
    const started = performance.now();
    await take(walk).catch(async (cause: Error) => {
      const page = await walk.page.locator('main').textContent();
      throw new Error(`${name}: ${cause.message}\nThe page: ${page}`, { cause });
    });
    const ms = Math.round(performance.now() - started);
    const ends = await deadEnds(walk.page).allInnerTexts();
    if (ends.length > 0) throw new Error(`${name} ends in: ${ends.join(', ')}`);
    await requireRoom(walk.page, name);
    await report(name, ms);
  }
}
