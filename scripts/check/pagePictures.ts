import { drawPageScene } from '../../test/drawn/pageScenes';
import { openPopup, show } from '../../test/drawn/popup';
import { pageLooks } from './pictureStamp';

/** Wider than the popup, which is then drawn as wide as in users' wallets. */
const viewport = { width: 440, height: 600 };

/**
 * Takes pictures of the module's own page, in full length.
 * @param files path of each, by the name of the picture
 */
export async function takePages(files: ReadonlyMap<string, string>): Promise<void> {
  const popup = await openPopup();
  const { page, browser } = popup;
  try {
    await page.setViewportSize(viewport);
    for (const [name, path] of files) {
      const look = pageLooks[name];
      if (!look) throw new Error(`There is no such picture: ${name}.`);
      const { scene, language, colorScheme } = look;
      const { tree, typed } = await drawPageScene(scene, language);
      await page.emulateMedia({ colorScheme });
      await show(popup, { name, kind: 'page', tree });
      for (const [field, text] of Object.entries(typed)) {
        const input = page.locator(`.popup input[name="${field}"]`);
        await input.fill(text);
        await input.blur();
      }
      const card = page.locator('.popup');
      await card.evaluate((whole) => {
        whole.style.height = 'auto';
      });
      await card.screenshot({ path, animations: 'disabled' });
    }
  } finally {
    await browser.close();
  }
}
