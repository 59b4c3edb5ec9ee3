import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { findBrokenWords, findOverflow } from '../../test/drawn/popup';
import {
  type DialogName,
  type DialogScene,
  dialogCases,
  openDialogScene,
  withDialog,
} from '../../test/review/dialogCases';
import {
  openQuestionScene,
  type QuestionName,
  questions,
  withQuestion,
} from '../../test/review/questionCases';
import { pressDetails } from '../../test/stage/approvals';
import { mainJob } from '../../test/stage/mainJob';
import { openNodePage, openNodeStage } from '../../test/stage/nodeStage';
import { openStage } from '../../test/stage/stage';
import { takePages } from './pagePictures';
import {
  currentStamp,
  dappPictures,
  dialogPictures,
  pagePictures,
  pictureFolder,
  stampFile,
} from './pictureStamp';

const { positionals: names } = parseArgs({ allowPositionals: true });
const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);
const pathOf = (name: string): string => join(pictureFolder, `${name}.png`);

/** High enough for a dialog with all its details; dialogs have the size of users' wallets. */
const size = { width: 460, height: 4_000 };
/** Width of the vendor's popup in the page of the developer wallet. */
const popupWidth = 400;
const margin = 8;
const pageSize = { width: 1440, height: 900 };

type Look = { unfold?: boolean; colorScheme?: 'light' | 'dark' };

/** Captures the dialog, or the part of it from the top of an element down. */
async function take(page: Page, card: Locator, name: string, from = card): Promise<void> {
  const [box, first] = [await card.boundingBox(), await from.boundingBox()];
  if (box === null || first === null) throw new Error(`${name}: the dialog is not in sight.`);
  const faults = [...(await findOverflow(page, popupWidth)), ...(await findBrokenWords(page))];
  if (faults.length > 0) throw new Error(`${name}: ${faults.join('; ')}`);
  await page.screenshot({
    path: pathOf(name),
    clip: {
      x: box.x - margin,
      width: box.width + 2 * margin,
      y: first.y - margin,
      height: box.y + box.height - first.y + 2 * margin,
    },
    animations: 'disabled',
  });
}

async function picture(
  scene: DialogScene,
  name: DialogName,
  file: string = `dialogs/${name}`,
  { unfold = false, colorScheme = 'light' }: Look = {},
): Promise<void> {
  if (!isWanted(file)) return;
  const { walletPage } = scene.stage;
  await walletPage.emulateMedia({ colorScheme });
  await withDialog(scene, name, async (card) => {
    // Wait while the facts are being read again.
    await card.locator('[data-name^="confirm."]:not([aria-busy])').waitFor();
    if (unfold) await pressDetails(card);
    // Details are longer than the window: the picture shows all of them.
    if (unfold)
      await card.evaluate((popup) => {
        popup.style.height = 'auto';
      });
    await walletPage.mouse.move(0, 0);
    await take(walletPage, card, file, unfold ? card.locator('[data-name="details"]') : card);
    if (unfold) await pressDetails(card);
  });
}

async function takeDialogs(): Promise<void> {
  const scene = await openDialogScene();
  try {
    const { walletPage, restartWallet } = scene.stage;
    await walletPage.setViewportSize(size);
    await picture(scene, 'transfer', 'dialogs/transfer.details', { unfold: true });
    for (const name of Object.keys(dialogCases) as DialogName[]) await picture(scene, name);
    for (const name of ['transfer', 'approveUnlimited'] as const)
      await picture(scene, name, `dialogs/${name}.dark`, { colorScheme: 'dark' });
    await restartWallet({ locale: 'de' });
    for (const name of ['transfer', 'approveUnlimited'] as const)
      await picture(scene, name, `dialogs/${name}.de`);
  } finally {
    await scene.stage.stop();
  }
}

/** The dialogs that send nothing, each from the site that is asked. */
async function takeQuestions(): Promise<void> {
  const scene = await openQuestionScene();
  try {
    const { walletPage } = scene.stage;
    await walletPage.setViewportSize(size);
    for (const name of Object.keys(questions) as QuestionName[])
      await withQuestion(scene, name, async (card) => {
        await card
          .locator(':is([data-name^="confirm."], [data-name="shareAccounts"]):not([aria-busy])')
          .waitFor();
        await walletPage.mouse.move(0, 0);
        if (isWanted(`dialogs/${name}`)) await take(walletPage, card, `dialogs/${name}`);
      });
  } finally {
    await scene.stage.stop();
  }
}

/** Captures the whole page, whatever its height. */
async function takePage(page: Page, name: string): Promise<void> {
  if (!isWanted(name)) return;
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, 0);
  });
  await page.locator('[data-testid="timeline-entry"][data-outcome="pending"]').waitFor({
    state: 'detached',
  });
  // As high as the page and its scrolled sidebar, so that nothing is cut off.
  const height = await page.evaluate(() =>
    Math.max(
      document.documentElement.scrollHeight,
      ...[...document.querySelectorAll('.columns > nav, .timeline')].map(
        (side) => side.getBoundingClientRect().top + side.scrollHeight,
      ),
    ),
  );
  await page.setViewportSize({ width: pageSize.width, height: Math.ceil(height) });
  await page.screenshot({ path: pathOf(name), animations: 'disabled' });
  await page.setViewportSize(pageSize);
}

async function takeDapp(): Promise<void> {
  const stage = await openStage({ blocks: 'demand' });
  try {
    const { dappPage: page } = stage;
    await page.setViewportSize(pageSize);
    await mainJob(stage, () => undefined);
    await takePage(page, 'dapp');
    await page.emulateMedia({ colorScheme: 'dark' });
    await takePage(page, 'dapp.dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(new URL('#/scenarios', stage.dapp.url).href);
    await page.getByTestId('scenario-transfer').waitFor();
    await takePage(page, 'scenarios');
  } finally {
    await stage.stop();
  }
}

/** The pages of the node service, each with a verified response where possible. */
async function takeService(): Promise<void> {
  const stage = await openNodeStage(520);
  try {
    const { page, shown: textsOf, open, send } = await openNodePage(stage);
    await page.setViewportSize(pageSize);
    await open('#/gas');
    await textsOf('gas-chart').waitFor();
    await takePage(page, 'gas');
    await open('#/rpc/eth_getProof');
    await send();
    await textsOf('proof-mark').waitFor();
    await takePage(page, 'rpc');
    await open('#/ipfs');
    await textsOf('ipfs-add').click();
    await textsOf('ipfs-added').waitFor();
    await textsOf('ipfs-read').click();
    await textsOf('ipfs-mark').waitFor();
    await takePage(page, 'ipfs');
  } finally {
    await stage.stop();
  }
}

const all = [...dappPictures, ...dialogPictures, ...pagePictures];
const unknown = names.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`There is no such picture: ${unknown.join(', ')}.`);
const service = ['gas', 'rpc', 'ipfs'];
await mkdir(dirname(pathOf('dialogs/transfer')), { recursive: true });
if (dappPictures.some((name) => isWanted(name) && !service.includes(name))) await takeDapp();
if (service.some(isWanted)) await takeService();
const dialogNames = Object.keys(questions).map((name) => `dialogs/${name}`);
if (dialogNames.some(isWanted)) await takeQuestions();
if (dialogPictures.some((name) => isWanted(name) && !dialogNames.includes(name)))
  await takeDialogs();
const pages = pagePictures.filter(isWanted);
if (pages.length > 0) await takePages(new Map(pages.map((name) => [name, pathOf(name)])));
const { version } = await currentStamp();
await writeFile(stampFile, `{ "version": "${version}" }\n`);
