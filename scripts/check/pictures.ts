/**
 * Takes the pictures of the documentation anew: the dapp after the main job, and the module's
 * dialogs. Names after `--` take those alone, such as `transfer.de`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import {
  type DialogName,
  type DialogScene,
  dialogCases,
  openDialogScene,
  withDialog,
} from '../../test/review/dialogCases';
import { mainJob } from '../../test/stage/mainJob';
import { openStage, pressDetails } from '../../test/stage/stage';
import { root } from '../root';

const folder = join(root, 'docs', 'pictures');
const dialogFolder = join(folder, 'dialogs');
const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);

/** Wide as a wallet's window is; high enough that nothing of a dialog is scrolled away. */
const size = { width: 420, height: 4_000 };
const margin = 8;

type Look = { unfold?: boolean; colorScheme?: 'light' | 'dark' };

/** Takes the dialog, or what of it stands below the top of a part. */
async function take(page: Page, card: Locator, name: string, from = card): Promise<void> {
  const [box, first] = [await card.boundingBox(), await from.boundingBox()];
  if (box === null || first === null) throw new Error(`${name}: the dialog is not in sight.`);
  await page.screenshot({
    path: join(dialogFolder, `${name}.png`),
    clip: {
      ...{ x: 0, width: size.width, y: first.y - margin },
      height: box.y + box.height - first.y + 2 * margin,
    },
    animations: 'disabled',
  });
}

async function picture(
  scene: DialogScene,
  name: DialogName,
  as: string = name,
  { unfold = false, colorScheme = 'light' }: Look = {},
): Promise<void> {
  if (!isWanted(as)) return;
  const { walletPage } = scene.stage;
  await walletPage.emulateMedia({ colorScheme });
  await withDialog(scene, name, async (card) => {
    // The facts are not being read again at this moment.
    await card.locator('[data-name^="confirm."]:not([aria-busy])').waitFor();
    if (unfold) await pressDetails(card);
    await walletPage.mouse.move(0, 0);
    await take(walletPage, card, as, unfold ? card.locator('[data-name="details"]') : card);
    if (unfold) await pressDetails(card);
  });
}

async function takeDialogs(): Promise<void> {
  const scene = await openDialogScene();
  try {
    const { walletPage, restartWallet } = scene.stage;
    await walletPage.setViewportSize(size);
    for (const name of Object.keys(dialogCases) as DialogName[]) await picture(scene, name);
    await picture(scene, 'transfer', 'transfer.details', { unfold: true });
    for (const name of ['transfer', 'approveUnlimited'] as const)
      await picture(scene, name, `${name}.dark`, { colorScheme: 'dark' });
    await restartWallet({ locale: 'de' });
    for (const name of ['transfer', 'approveUnlimited'] as const)
      await picture(scene, name, `${name}.de`);
  } finally {
    await scene.stage.stop();
  }
}

async function takeDapp(): Promise<void> {
  const stage = await openStage({ blocks: 'demand' });
  try {
    await stage.dappPage.setViewportSize({ width: 1440, height: 900 });
    await mainJob(stage, () => undefined);
    await stage.dappPage.evaluate(() => scrollTo(0, 0));
    await stage.dappPage.screenshot({ path: join(folder, 'dapp.png') });
  } finally {
    await stage.stop();
  }
}

mkdirSync(dialogFolder, { recursive: true });
if (isWanted('dapp')) await takeDapp();
if (wanted.length !== 1 || wanted[0] !== 'dapp') await takeDialogs();
