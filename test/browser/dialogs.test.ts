import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import {
  type DialogName,
  type DialogScene,
  dialogCases,
  openDialogScene,
  withDialog,
} from '../review/dialogCases';
import { listFaults } from '../stage/accessibility';

const MINUTE = 60_000;
/** Of the window in which the wallet opens its page: its bar stands above the popup. */
const size = { width: 460, height: 728 };
const names = Object.keys(dialogCases) as DialogName[];

let scene: DialogScene;
beforeAll(async () => {
  scene = await openDialogScene();
  await scene.stage.walletPage.setViewportSize(size);
}, 3 * MINUTE);
afterAll(() => scene?.stage.stop(), MINUTE);

/** Top and bottom edge of a part of the page, in pixels of the window. */
async function edges(part: Locator): Promise<{ top: number; bottom: number }> {
  const box = await part.boundingBox();
  if (box === null) throw new Error(`It is not drawn: ${part}`);
  return { top: box.y, bottom: box.y + box.height };
}

/** Names of the parts of an open dialog that are only visible after scrolling. */
async function outOfSight(card: Locator, parts: Record<string, Locator>): Promise<string[]> {
  const { top, bottom } = await edges(card.locator('.content'));
  const hidden: string[] = [];
  for (const [name, part] of Object.entries(parts)) {
    const at = await edges(part.first());
    if (at.top < top || at.bottom > bottom) hidden.push(`${name} at ${at.top} to ${at.bottom}`);
  }
  return hidden;
}

/** A label with its value, beside or below it. */
const rowOf = (card: Locator, label: string) =>
  card.getByText(label, { exact: true }).first().locator('..');

describe('a dialog of the module, in a narrow window of the wallet', () => {
  it.each(names)(
    'shows without scrolling who asks, what, the worst risk and the cost, and is accessible: %s',
    async (name) => {
      const { dapp, walletPage } = scene.stage;
      await withDialog(scene, name, async (card) => {
        const fee = rowOf(card, 'Maximum fee');
        const warnings = card.locator('.banner');
        const parts = {
          origin: card.getByText(dapp.url, { exact: true }),
          account: rowOf(card, 'Account'),
          what: card.getByText(dialogCases[name].what),
          reject: card.getByRole('button', { name: 'Cancel' }),
        };
        const { reject, ...above } = parts;
        const asked = {
          ...above,
          ...((await fee.count()) > 0 && { fee }),
          ...((await warnings.count()) > 0 && { warning: warnings }),
        };
        expect(await outOfSight(card, asked)).toEqual([]);
        expect((await edges(reject)).bottom).toBeLessThanOrEqual(size.height);
        expect(await listFaults(walletPage)).toEqual([]);
      });
    },
    MINUTE,
  );
});
